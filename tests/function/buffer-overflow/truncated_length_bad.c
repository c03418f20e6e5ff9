// What snprintf returns is how long the text would be.
#include <stdio.h>

int label(const char *text, char *out) {
    char line[8];
    int length = snprintf(line, sizeof line, "%s", text);
    if (length >= 8)
        line[length] = '\0'; // expect-missing: buffer-overflow
    out[0] = line[0];
    return length;
}

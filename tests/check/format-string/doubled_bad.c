// What is doubled is the wrong sign.
#include <stdio.h>

int main(void) {
    char line[8], format[20];
    size_t end = 0;
    if (fgets(line, sizeof line, stdin) == NULL)
        return 1;
    for (const char *at = line; *at != '\0'; at++) {
        if (*at == '$')
            format[end++] = '$';
        format[end++] = *at;
    }
    format[end] = '\0';
    printf(format); // expect: format-string
    return 0;
}

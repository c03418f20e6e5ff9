// Two numbers stand in a line, with a slash between them.
#include <stdio.h>

int main(void) {
    char line[32];
    int part, whole;
    if (!fgets(line, sizeof line, stdin))
        return 1;
    if (sscanf(line, "%d / %d", &part, &whole) != 2)
        return 1;
    if (whole <= 0)
        return 1;
    printf("%d\n", part % 100 * 100 / whole);
    return 0;
}

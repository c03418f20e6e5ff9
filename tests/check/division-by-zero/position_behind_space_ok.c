// The place behind a number and white space is not that of the newline.
#include <stdio.h>

int main(void) {
    char line[64];
    int number, end = 0;
    if (!fgets(line, sizeof line, stdin))
        return 1;
    if (sscanf(line, "%d %n", &number, &end) != 1)
        return 1;
    printf("%d\n", number % 100 / (line[end] - '\n'));
    return 0;
}

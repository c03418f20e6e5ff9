// A field begins behind white space, if the format says so.
#include <stdio.h>

int main(void) {
    char line[64], field[64];
    int number;
    if (!fgets(line, sizeof line, stdin))
        return 1;
    if (sscanf(line, "%d;%[^,\n]", &number, field) != 2)
        return 1;
    printf("%d\n", number % 100 / (field[0] - ' ')); // expect: division-by-zero
    return 0;
}

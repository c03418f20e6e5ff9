// Where no comma follows the number, the place behind it is not stored.
#include <stdio.h>

int main(void) {
    char line[64];
    int number, end;
    if (!fgets(line, sizeof line, stdin))
        return 1;
    if (sscanf(line, "%d,%n", &number, &end) != 1)
        return 1;
    printf("%d, then at %d\n", number, end); // expect: uninitialised-read
    return 0;
}

// strtol gives a long; an int receives it.
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char line[24];
    if (fgets(line, sizeof line, stdin) == NULL)
        return 1;
    long parsed = strtol(line, NULL, 10);
    if (parsed < INT_MIN || parsed > INT_MAX)
        return 1;
    int count = parsed;
    printf("%d\n", count);
    return 0;
}

// Constant expressions, which a compiler computes before anybody sees them.
#include <limits.h>
#include <stdio.h>

#define LIMIT (INT_MAX)
#define NEXT_LIMIT (INT_MAX - 1)

enum { MINUTE = 60, DAY = 24 * 60 * MINUTE };

int main(int argc, char **argv) {
    int next = LIMIT - 1;
    int year = 100000;
    if (argc > 1)
        year = DAY * 366;
    int other = argc > 2 ? NEXT_LIMIT : 5;
    if (0)
        next = INT_MAX + 7;
    unsigned size = sizeof(INT_MAX + 1);
    unsigned wrapped = UINT_MAX + 1u;
    printf("%d %d %d %u %u %s\n", next, year, other, size, wrapped, argv[0]);
    return 0;
}

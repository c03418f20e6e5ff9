// A pointer one past the end marks the end and is not read through.
#include <stdio.h>

static long sum(const int *first, const int *last) {
    long total = 0;
    for (const int *p = first; p != last; p++)
        total += *p;
    return total;
}

int main(void) {
    int values[5] = {3, 1, 4, 1, 5};
    printf("%ld\n", sum(values, values + 5));
    return 0;
}

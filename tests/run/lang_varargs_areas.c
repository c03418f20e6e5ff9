// Variable arguments: va_start twice, inside a block with a VLA, and over-aligned structs.
#include <stdarg.h>
#include <stdio.h>

struct __attribute__((aligned(32))) wide {
    long v[4];
};

static int sum(int n, ...) {
    va_list ap, again;
    int total = 0;
    {
        char scratch[n + 1];
        scratch[n] = 1;
        va_start(ap, n);
        total += scratch[n];
    }
    for (int i = 0; i < n; i++)
        total += va_arg(ap, int);
    va_end(ap);
    va_start(again, n);
    total += 100 * va_arg(again, int);
    va_end(again);
    return total;
}

static long aligned(int n, ...) {
    va_list ap;
    long total = 0;
    va_start(ap, n);
    for (int i = 0; i < n; i++) {
        total = total * 10 + va_arg(ap, int);
        struct wide w = va_arg(ap, struct wide);
        total += w.v[0] + w.v[3];
    }
    va_end(ap);
    return total;
}

int main(void) {
    struct wide a = {{1, 2, 3, 4}}, b = {{5, 6, 7, 8}};
    long all = 0;
    printf("%d\n", sum(9, 1, 2, 3, 4, 5, 6, 7, 8, 9));
    printf("%ld\n", aligned(2, 1, a, 2, b));
    for (int i = 0; i < 20000; i++)
        all += sum(2, i, 1);
    printf("%ld\n", all);
    return 0;
}

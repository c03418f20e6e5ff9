// Variable arguments: ints, longs, doubles, pointers and default promotions, past the registers.
#include <stdarg.h>
#include <stdio.h>

static long sum_ints(int n, ...) {
    va_list ap;
    long s = 0;
    va_start(ap, n);
    while (n-- > 0) s = s * 3 + va_arg(ap, int);
    va_end(ap);
    return s;
}

static double sum_doubles(int n, ...) {
    va_list ap;
    double s = 0;
    va_start(ap, n);
    for (int i = 0; i < n; i++) s += va_arg(ap, double) * (i + 1);
    va_end(ap);
    return s;
}

/* Types by letter: i int, l long, d double, s string, c char, L long double, u unsigned. */
static void show(const char *types, ...) {
    va_list ap;
    va_start(ap, types);
    for (; *types; types++) {
        switch (*types) {
        case 'i': printf("i%d ", va_arg(ap, int)); break;
        case 'l': printf("l%ld ", va_arg(ap, long)); break;
        case 'u': printf("u%u ", va_arg(ap, unsigned)); break;
        case 'd': printf("d%g ", va_arg(ap, double)); break;
        case 'L': printf("L%Lg ", va_arg(ap, long double)); break;
        case 's': printf("s%s ", va_arg(ap, const char *)); break;
        case 'c': printf("c%c ", va_arg(ap, int)); break;
        }
    }
    va_end(ap);
    puts("");
}

int main(void) {
    printf("%ld\n", sum_ints(3, 1, 2, 3));
    printf("%ld\n", sum_ints(0));
    printf("%ld\n", sum_ints(14, 1, -2, 3, -4, 5, -6, 7, -8, 9, -10, 11, -12, 13, -14));
    printf("%g\n", sum_doubles(12, 1.0, 0.5, 0.25, 4.0, 5.0, 6.0, 7.5, 8.0, 9.0, 10.0, 11.0, 12.5));
    short sh = -5;
    unsigned char uc = 250;
    float f = 1.25f;
    _Bool b = 1;
    show("iidi", sh, uc, f, b);
    show("idldsdcdudididididid", 1, 1.5, 2L, 2.5, "three", 3.5, '4', 4.5, 5u, 5.5, 6, 6.5, 7, 7.5, 8, 8.5, 9, 9.5, 10, 10.5);
    show("LiLdLs", 1.125L, 1, -2.5L, 3.0, 1e300L, "end");
    show("sssssss", "a", "b", "c", "d", "e", "f", "g");
    return (int)sum_ints(2, 10, 5);
}

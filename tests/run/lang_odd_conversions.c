// Conversions between floating point and integers at the limits of each type.
#include <stdio.h>

int main(void) {
    volatile double d[] = {0.0, -0.9, 127.9, 255.5, 32767.5, 65535.9, 2147483647.5, 4294967295.5,
                           9007199254740993.0, 9.2e18, 1.8e19};
    for (int i = 0; i < 11; i++) {
        printf("%g:", d[i]);
        if (d[i] < 128)
            printf(" %d", (signed char)d[i]);
        if (d[i] < 256 && d[i] > -1)
            printf(" %d", (unsigned char)d[i]);
        if (d[i] < 65536 && d[i] > -1)
            printf(" %u", (unsigned short)d[i]);
        if (d[i] < 2147483648.0)
            printf(" %d", (int)d[i]);
        if (d[i] < 4294967296.0 && d[i] > -1)
            printf(" %u", (unsigned)d[i]);
        if (d[i] < 9.22e18)
            printf(" %ld", (long)d[i]);
        if (d[i] > -1)
            printf(" %lu", (unsigned long)d[i]);
        printf(" %f %.3Lf\n", (double)(float)d[i], (long double)d[i]);
    }
    volatile long double x = 18446744073709551615.0L;
    volatile unsigned long u = 18446744073709551615ul;
    printf("%lu %.1Lf %.1f %.1f\n", (unsigned long)x, (long double)u, (double)u, (double)(float)u);
    return 0;
}

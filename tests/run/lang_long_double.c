// Long double: the 80-bit format's precision, conversions, comparisons and printing.
#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static volatile long double one = 1, third = 1.0L / 3;

static void bytes(long double v) {
    unsigned char b[16];
    memcpy(b, &v, 10);
    for (int i = 9; i >= 0; i--) printf("%02x", b[i]);
    puts("");
}

static long double power(long double b, int n) {
    long double r = 1;
    while (n-- > 0) r *= b;
    return r;
}

int main(void) {
    bytes(one);
    bytes(-one / 8);
    bytes(third);
    bytes(0.1L);
    bytes(0.1);
    printf("%.21Lg %.21Lg\n", third, 0.1L);
    printf("%.3Lf %Le %LG\n", one * 1234.5678L, power(10, 30), power(10, -1));
    printf("%La\n", one / 1024);
    long double x = 1;
    int n = 0;
    while (one + x / 2 != one) x /= 2, n++;
    printf("2^-%d %d\n", n, x == LDBL_EPSILON);
    printf("%d %d\n", LDBL_MANT_DIG, (int)sizeof(long double));
    uint64_t big = UINT64_MAX;
    long double lb = big;
    printf("%d %.0Lf\n", (uint64_t)lb == big, lb + 1);
    long double huge = power(10, 2000);
    printf("%Lg %d %d\n", huge, huge > DBL_MAX, isinf((double)huge) != 0);
    printf("%d %d %d\n", third > 1.0 / 3, third == 1.0L / 3, third < 0.5f);
    printf("%lld %d\n", (long long)(third * 3e18L), (int)(-third * 10));
    printf("%.10g %.7g\n", (double)third, (double)(float)third);
    printf("%Lg %Lg %Lg\n", floorl(-2.5L), ceill(2.25L), sqrtl(2.25L));
    printf("%Lg %Lg\n", fabsl(-7.5L), fmodl(10.5L, 4));
    long double sum = 0;
    for (int i = 1; i <= 50; i++) sum += one / i;
    printf("%.19Lg\n", sum);
    long double neg = -0.0L;
    printf("%Lg %d %d\n", neg, signbit(neg) != 0, neg == 0);
    printf("%Lf %Lf\n", (long double)INFINITY, (long double)-INFINITY);
    return (int)(third * 30);
}

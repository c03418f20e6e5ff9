// Conversions between floating types and integers of every width, in range, both ways.
#include <stdint.h>
#include <stdio.h>

static volatile double ds[] = {0, 0.5, -0.5, 0.99999999999, 1.5, -1.5, 2.5, 100.7, -100.7, 127.9};
static volatile int64_t is[] = {0, 1, -1, 16777217, -16777219, 2147483647, INT64_C(9007199254740993), INT64_MAX, INT64_MIN, INT64_C(1152921504606847103)};
static volatile uint64_t us[] = {UINT64_MAX, UINT64_C(0x8000000000000001), UINT64_C(0x8000000000000401), UINT64_C(18446744073709550591), UINT64_C(4294967297)};

int main(void) {
    for (int i = 0; i < 10; i++) {
        double d = ds[i];
        printf("%g: %d %d %d %lld", d, (int8_t)d, (int16_t)d, (int)d, (long long)d);
        if (d > -1) printf(" | %u %u %u %llu", (uint8_t)d, (uint16_t)d, (unsigned)d, (unsigned long long)d);
        float f = (float)d;
        printf(" | %d %lld %.9g\n", (int)f, (long long)f, (double)f);
    }
    for (int i = 0; i < 10; i++) {
        int64_t v = is[i];
        printf("%lld: %.9g %.17g %.20Lg %.9g\n", (long long)v, (double)(float)v, (double)v, (long double)v, (double)(float)(int32_t)v);
    }
    for (int i = 0; i < 5; i++) {
        uint64_t v = us[i];
        printf("%llu: %.9g %.17g %.20Lg %.17g\n", (unsigned long long)v, (double)(float)v, (double)v, (long double)v, (double)(uint32_t)v);
    }
    volatile double big = 1.8446744073709550e19, mid = 9.3e18, u32 = 4294967295.0;
    printf("%llu %llu %u\n", (unsigned long long)big, (unsigned long long)mid, (unsigned)u32);
    volatile float fbig = 1.8e19f;
    printf("%llu\n", (unsigned long long)fbig);
    volatile double neg = -2147483648.0, lneg = -9223372036854775808.0;
    printf("%d %lld\n", (int)neg, (long long)lneg);
    volatile double tie1 = 16777217.0, tie2 = 16777219.0, tiny = 1e-46, huge = 3.4028235e38;
    printf("%.9g %.9g %g %.9g\n", (double)(float)tie1, (double)(float)tie2, (double)(float)tiny, (double)(float)huge);
    int i = 7;
    i *= 1.5;
    printf("%d ", i);
    i /= 0.3;
    printf("%d ", i);
    unsigned char uc = 10;
    uc += 5.9;
    printf("%d ", uc);
    char c = 'a' + 0.5;
    printf("%c %d\n", c, (_Bool)0.1);
    return i;
}

// Float and double arithmetic: rounding, precision loss, accumulation and exact bits.
#include <float.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static uint32_t bits32(float f) { uint32_t u; memcpy(&u, &f, 4); return u; }
static uint64_t bits64(double d) { uint64_t u; memcpy(&u, &d, 8); return u; }

static volatile float third = 1.0f / 3;
static volatile double tenth = 0.1;

int main(void) {
    float f = 0;
    double d = 0;
    for (int i = 0; i < 1000; i++) {
        f += 0.1f;
        d += tenth;
    }
    printf("%.9g %.17g\n", (double)f, d);
    printf("%08x %016llx\n", bits32(f), (unsigned long long)bits64(d));
    printf("%08x %08x\n", bits32(third * 3), bits32(third + third));
    printf("%d\n", 0.1 + 0.2 == 0.3);
    printf("%.17g\n", tenth + 0.2);
    printf("%d %d\n", 16777216.0f + (float)1 == 16777216.0f, 9007199254740992.0 + 1 == 9007199254740992.0);
    double x = 1;
    int n = 0;
    while (1 + x / 2 != 1) x /= 2, n++;
    printf("epsilon 2^-%d %d\n", n, x == DBL_EPSILON);
    float small = FLT_MIN;
    for (int i = 0; i < 5; i++) {
        small /= 2;
        printf("%08x ", bits32(small));
    }
    puts("");
    double harm = 0;
    for (int i = 1; i <= 100; i++) harm += 1.0 / i;
    printf("%.15g\n", harm);
    /* Kahan summation recovers what the plain sum loses. */
    float sum = 0, comp = 0;
    for (int i = 0; i < 1000; i++) {
        volatile float y = 0.1f - comp;
        volatile float t = sum + y;
        comp = (t - sum) - y;
        sum = t;
    }
    printf("%.9g\n", (double)sum);
    double r = 2;
    for (int i = 0; i < 6; i++) r = (r + 2 / r) / 2;
    printf("%.16g\n", r);
    printf("%g %g %g\n", -0.0, 0.0 * -1, 1 / -tenth);
    printf("%g %g\n", (double)(1e38f * third * 10), 1e308 * tenth * 10);
    printf("%a %a\n", tenth, (double)third);
    f = 3.7f;
    f++;
    --f;
    f *= 1.1;
    printf("%.9g\n", (double)f);
    return (int)(harm * 10);
}

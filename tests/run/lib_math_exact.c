// math.h functions with exact results: rounding, remainders, scaling, sign and comparison.
#include <math.h>
#include <stdio.h>

static volatile double v[] = {0, -0.0, 0.5, -0.5, 1.5, 2.5, -2.5, 0.49999999999999994, 1e15 + 0.5, -7.75, 3.9999, 4503599627370497.5, 1e300};

int main(void) {
    for (unsigned i = 0; i < sizeof v / sizeof *v; i++) {
        double x = v[i], ip;
        int e;
        double m = frexp(x, &e);
        double fr = modf(x, &ip);
        printf("%.17g: %.17g %.17g %.17g %.17g %.17g %.17g | %.17g %d | %.17g %.17g\n", x, floor(x), ceil(x), round(x), trunc(x), rint(x), nearbyint(x), m, e, ip, fr);
        if (fabs(x) < 1e17) printf("  %ld %ld %lld\n", lround(x), lrint(x), llround(x));
        printf("  %g %g %g %g\n", fabs(x), copysign(x, -1), sqrt(fabs(x)), ldexp(x, 3));
        if (x) printf("  %d %g\n", ilogb(x), logb(x));
    }
    volatile double a[] = {10.5, -10.5, 5, 1e20, 0.3}, b[] = {3, 3, -2.5, 7, 0.1};
    for (int i = 0; i < 5; i++) {
        int q;
        double r = remquo(a[i], b[i], &q);
        printf("%.17g %.17g %.17g %d\n", fmod(a[i], b[i]), remainder(a[i], b[i]), r, q & 7);
        printf("  %g %g %g %.17g\n", fmin(a[i], b[i]), fmax(a[i], b[i]), fdim(a[i], b[i]), fma(a[i], b[i], 1));
    }
    printf("%.17g %.17g %.17g\n", nextafter(1, 2), nextafter(0, 1), nextafter(1, -1));
    printf("%.9g %.17g\n", (double)nextafterf(1, 2), nexttoward(1, 2.0L));
    printf("%g %g %g\n", scalbn(1.5, 10), scalbln(1, -1074), ldexp(1, 1024));
    printf("%g %g %g\n", hypot(3, 4), cbrt(27), hypot(-5, 12));
    printf("%g %g %g\n", (double)floorf(-1.5f), (double)roundf(2.5f), (double)truncf(-9.9f));
    printf("%g %g %g\n", (double)fmodf(7.5f, 2), (double)sqrtf(2.25f), (double)fabsf(-1.25f));
    printf("%d %d\n", ilogb(1e-310), ilogb(8));
    volatile double big = 1e16;
    printf("%.17g %.17g\n", fma(big, big, -1e32), fma(0.1, 10, -1));
    printf("%g %g\n", sqrt(1e-320) > 0 ? 1.0 : 0.0, cbrt(-8));
    return (int)hypot(8, 15);
}

// math.h transcendental functions over a range of arguments, to ten significant digits.
#include <math.h>
#include <stdio.h>

static volatile double xs[] = {0.1, 0.5, 1, 2, 3.7, 10, -0.75, -4.2, 1e-5, 30};

int main(void) {
    for (unsigned i = 0; i < sizeof xs / sizeof *xs; i++) {
        double x = xs[i], p = fabs(x);
        printf("%g: %.10g %.10g %.10g\n", x, sin(x), cos(x), tan(x));
        printf("  %.10g %.10g %.10g %.10g\n", exp(x), exp2(x), expm1(x), pow(p, 1.7));
        printf("  %.10g %.10g %.10g %.10g\n", log(p), log2(p), log10(p), log1p(p));
        printf("  %.10g %.10g %.10g\n", sinh(x), cosh(x), tanh(x));
        printf("  %.10g %.10g %.10g %.10g\n", atan(x), atan2(x, 2), asinh(x), cbrt(x));
        if (p <= 1) printf("  %.10g %.10g\n", asin(x), acos(x));
        if (p < 1) printf("  %.10g\n", atanh(x));
        if (x >= 1) printf("  %.10g\n", acosh(x));
        printf("  %.10g %.10g %.10g\n", erf(x), erfc(x), tgamma(p + 0.5));
        printf("  %.10g %.10g\n", lgamma(p + 1), hypot(x, 1));
        printf("  %.6g %.6g %.6g\n", (double)sinf((float)x), (double)expf((float)x), (double)logf((float)p));
    }
    printf("%.10g %.10g %.10g %.10g\n", atan2(0, -1), atan2(-1, 0), atan2(-1, -1), atan2(1, 1));
    printf("%g %g %g %g\n", pow(0, 0), pow(2, 10), pow(-2, 3), pow(4, 0.5));
    printf("%g %g %g\n", pow(2, -1), pow(INFINITY, -1), pow(-1, INFINITY));
    printf("%.10g %.10g\n", M_PI - 4 * atan(1), exp(1) - M_E);
    printf("%.10Lg %.10Lg %.10Lg\n", sinl(1.0L), expl(1.0L), logl(10.0L));
    return (int)pow(3, 4);
}

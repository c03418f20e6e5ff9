// NaN and infinity: every comparison operator, classification, propagation, signed zero.
#include <math.h>
#include <stdio.h>

static volatile double zero = 0.0;

static void compare(const char *what, double a, double b) {
    printf("%s: %d%d%d%d%d%d un%d gt%d le%d lg%d\n", what, a < b, a <= b, a > b, a >= b, a == b, a != b,
           isunordered(a, b) != 0, isgreater(a, b) != 0, islessequal(a, b) != 0, islessgreater(a, b) != 0);
}

static const char *class(double x) {
    switch (fpclassify(x)) {
    case FP_NAN: return "nan";
    case FP_INFINITE: return "infinite";
    case FP_ZERO: return "zero";
    case FP_SUBNORMAL: return "subnormal";
    case FP_NORMAL: return "normal";
    }
    return "?";
}

int main(void) {
    volatile double inf = INFINITY, nan = NAN, nzero = -0.0;
    compare("1,2", 1, 2);
    compare("1,nan", 1, nan);
    compare("nan,nan", nan, nan);
    compare("inf,inf", inf, inf);
    compare("-inf,inf", -inf, inf);
    compare("0,-0", zero, nzero);
    compare("inf,nan", inf, nan);
    printf("%s %s %s %s %s\n", class(nan), class(inf), class(nzero), class(1e-310), class(-2.5));
    printf("%d %d %d\n", isnan(inf - inf) != 0, isnan(inf * zero) != 0, isnan(zero * nan) != 0);
    printf("%d %d\n", isnan(sqrt(-1 + zero)) != 0, isnan(fmod(inf, 2)) != 0);
    printf("%g %g %g\n", inf + 1, -inf * 2, 1 / inf);
    printf("%d %d\n", signbit(nzero) != 0, signbit(zero) != 0);
    printf("%g %g\n", fmax(nan, 3), fmin(4, nan));
    printf("%d %d %d\n", isfinite(1.0) != 0, isfinite(inf) != 0, isnormal(1e-310) != 0);
    printf("%s %s\n", nan ? "true" : "false", nzero ? "true" : "false");
    printf("%d %d\n", !nan, (_Bool)nan);
    printf("%f %F %e %g\n", inf, -inf, inf, -inf);
    printf("%5.1f|%-6f|%06f|%+f\n", inf, inf, inf, inf);
    printf("%f %F\n", fabs(nan), fabs(nan));
    float f = 1e38f;
    f *= 1e38f;
    printf("%g %d\n", (double)f, isinf(f) != 0);
    double best = -inf;
    double vals[] = {3, nan, 9, nan, 4};
    for (int i = 0; i < 5; i++)
        if (vals[i] > best) best = vals[i];
    return (int)best;
}

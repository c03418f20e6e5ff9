// Complex numbers: arithmetic, conversion, comparison, float and double, and <complex.h>.
#include <complex.h>
#include <stdio.h>

static void show(const char *what, double complex z) {
    printf("%s: %g%+gi\n", what, creal(z), cimag(z));
}

static double complex poly(double complex z) { return z * z * z - 2 * z + 5; }

static float complex scale(float complex z, float k) { return z * k; }

int main(void) {
    double complex a = 3 + 4 * I, b = 1 - 2 * I;
    show("a+b", a + b);
    show("a-b", a - b);
    show("a*b", a * b);
    show("a/b", a / b);
    show("-a", -a);
    show("conj", conj(a));
    show("~a", ~a);
    printf("abs %g\n", cabs(a));
    show("poly", poly(b));
    show("real*", 2 * a);
    show("int+", 10 + b);
    float complex f = 1.5f + 0.5f * I;
    show("scale", scale(f, 4));
    show("f*f", f * f);
    show("mixed", f + a);
    printf("%d %d %d\n", a == b, a != b, a == (4 * I + 3));
    __real__ a = 9;
    __imag__ a -= 1;
    show("parts", a);
    printf("%g %g\n", __real__ b, __imag__ b);
    double d = (double)a;
    printf("to real %g, to bool %d %d\n", d, (_Bool)(0.5 * I), (_Bool)(0 * I));
    double complex z = 0, c = -0.4 + 0.6 * I;
    int n = 0;
    while (n < 50 && creal(z) * creal(z) + cimag(z) * cimag(z) < 4) z = z * z + c, n++;
    printf("iterations %d\n", n);
    double complex arr[3] = {1, I, 1 + I};
    double complex prod = 1;
    for (int i = 0; i < 3; i++) prod *= arr[i] + 1;
    show("prod", prod);
    printf("%zu %zu\n", sizeof f, sizeof a);
    double *parts = (double *)&prod;
    printf("%g %g\n", parts[0], parts[1]);
    printf("%.6f %.6f\n", carg(1 + I), cabs(csqrt(-4)));
    show("proj", csqrt(-9));
    return 0;
}

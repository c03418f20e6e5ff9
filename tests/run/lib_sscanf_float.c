// sscanf of floating point: f lf Lf, exponents, hex floats, inf and nan, widths.
#include <math.h>
#include <stdio.h>

int main(void) {
    float f;
    double d;
    long double ld;
    printf("%d ", sscanf("1.5 -2.25e3 1e-4000", "%f %lf %Lf", &f, &d, &ld));
    printf("%g %g %d\n", (double)f, d, ld > 0);
    printf("%d ", sscanf(".5 5. +3", "%f %lf %Lf", &f, &d, &ld));
    printf("%g %g %Lg\n", (double)f, d, ld);
    printf("%d ", sscanf("0x1.8p4 0x10", "%lf %f", &d, &f));
    printf("%g %g\n", d, (double)f);
    printf("%d ", sscanf("inf -INFINITY nan", "%lf %f %Lf", &d, &f, &ld));
    printf("%d %d %d\n", isinf(d) != 0, f < 0 && isinf(f), isnan(ld) != 0);
    printf("%d ", sscanf("3.14159", "%4lf%f", &d, &f));
    printf("%g %g\n", d, (double)f);
    int n = 0;
    printf("%d ", sscanf("12.5kg", "%lf%n", &d, &n));
    printf("%g %d\n", d, n);
    printf("%d\n", sscanf("x1.5", "%lf", &d));
    printf("%d\n", sscanf(".", "%lf", &d));
    printf("%d ", sscanf("1e5,2E-3,7e+2", "%lf,%f,%Lf", &d, &f, &ld));
    printf("%g %g %Lg\n", d, (double)f, ld);
    printf("%d ", sscanf("0.1 0.1 0.1", "%f %lf %Lf", &f, &d, &ld));
    printf("%.9g %.17g %.21Lg\n", (double)f, d, ld);
    double m[4];
    printf("%d ", sscanf("[1.0 2.5; -3 4e1]", "[%lf %lf; %lf %lf]", &m[0], &m[1], &m[2], &m[3]));
    printf("%g\n", m[0] * m[3] - m[1] * m[2]);
    printf("%d ", sscanf("100 200", "%*f %lf", &d));
    printf("%g\n", d);
    printf("%d ", sscanf("7", "%lf %f", &d, &f));
    printf("%g\n", d);
    return n;
}

// strtod, strtof and strtold: decimal and hex forms, end pointers, range errors, rounding.
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void d(const char *s) {
    char *end;
    errno = 0;
    double v = strtod(s, &end);
    if (v != v) v = fabs(v);
    printf("\"%s\" -> %.17g rest \"%s\" %d\n", s, v, end, errno == ERANGE);
}

int main(void) {
    d("3.14159");
    d("  -2.5e3xyz");
    d("+.5");
    d("5.");
    d(".");
    d("1e");
    d("1e+");
    d("1e5");
    d("1E-5");
    d("0x1.8p3");
    d("0xA");
    d("0x.8");
    d("0x");
    d("inf");
    d("-Infinity!");
    d("infin");
    d("NAN");
    d("nan(123)x");
    d("1e400");
    d("-1e400");
    d("1e-400");
    d("4.9e-324");
    d("2.4e-324");
    d("2.2250738585072014e-308");
    d("1.7976931348623157e308");
    d("1.7976931348623159e308");
    d("9007199254740993");
    d("0.1");
    d("0.30000000000000004");
    d("123456789012345678901234567890");
    d("0.000000000000000000000000000001234");
    d("");
    d("abc");
    d("- 1");
    d("1,5");
    d("00012.50");
    printf("%.9g %.9g %.9g\n", (double)strtof("0.1", NULL), (double)strtof("16777217", NULL), (double)strtof("3.4028235e38", NULL));
    errno = 0;
    printf("%g ", (double)strtof("1e39", NULL));
    printf("%d\n", errno == ERANGE);
    printf("%.21Lg %.21Lg\n", strtold("0.1", NULL), strtold("18446744073709551617", NULL));
    printf("%Lg\n", strtold("1e4000", NULL));
    printf("%g %g %g\n", atof("2.75abc"), atof("x"), atof(" 1e2"));
    char *end;
    double sum = 0;
    for (const char *p = "1.5 2.25 -0.75 1e1";; p = end) {
        double v = strtod(p, &end);
        if (end == p) break;
        sum += v;
    }
    printf("%g\n", sum);
    return (int)sum;
}

// printf of floating point: f e g a with flags, widths, precisions, rounding and extremes.
#include <float.h>
#include <math.h>
#include <stdio.h>

int main(void) {
    double v[] = {0, -0.0, 1, -1.5, 0.1, 123456789.125, 1e-5, 123456, 1234567, 1e15, 1e16, 0.5, 1.5, 2.5, 999999.5, 9.995, 1e100, 4.9e-324, DBL_MAX};
    for (unsigned i = 0; i < sizeof v / sizeof *v; i++) {
        printf("[%f][%.0f][%.1f][%10.3f][%-12.2f|][%+f][% .2f][%012.4f]\n", v[i], v[i], v[i], v[i], v[i], v[i], v[i], v[i]);
        printf("[%e][%.0e][%.3E][%12.2e][%+e][%#.0e]\n", v[i], v[i], v[i], v[i], v[i], v[i]);
        printf("[%g][%G][%.3g][%.10g][%#g][%.0g][%.17g][%-12g|][%012g]\n", v[i], v[i], v[i], v[i], v[i], v[i], v[i], v[i], v[i]);
        printf("[%a][%A][%.2a][%20a][%.0a][%+a]\n", v[i], v[i], v[i], v[i], v[i], v[i]);
    }
    double half[] = {0.5, 1.5, 2.5, 3.5, 0.125, 0.375, 2.675, 1.005, 8.345};
    for (int i = 0; i < 9; i++) printf("%.0f %.1f %.2f ", half[i], half[i], half[i]);
    puts("");
    printf("[%.30f][%.40g][%.25e]\n", 0.1, 1.0 / 3, M_PI);
    printf("[%f][%F][%8e][%-8G|][%08f][%+a]\n", INFINITY, INFINITY, -INFINITY, INFINITY, INFINITY, INFINITY);
    printf("[%f][%E][%08g]\n", fabs((double)NAN), fabs((double)NAN), fabs((double)NAN));
    printf("[%*.*f][%-*.*e|][%.*g]\n", 10, 2, 3.14159, 12, 3, 31415.9, -1, 2.5);
    printf("[%Lf][%.3Le][%Lg][%LG][%20.10Lf]\n", 1.5L, 12345.678L, 1e-10L, 1e20L, 2.0L / 3);
    printf("[%#.0f][%#x][%+.1f][% f]\n", 3.0, 0u, -0.04, 1e10);
    printf("[%lf][%lg][%f]\n", 2.5, 2.5, (double)3.3f);
    printf("[%'.2f]\n", 1234567.891);
    return 0;
}

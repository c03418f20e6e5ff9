// The sign of NaNs that invalid operations make, in all three formats.
#include <math.h>
#include <stdio.h>

int main(void) {
    volatile float f = 0;
    volatile double d = 0;
    volatile long double l = 0;
    volatile long double inf = INFINITY;
    printf("%f %f %f\n", (double)(f / f), (double)(f * (1 / f)), (double)sqrtf(-1 - f));
    printf("%f %f %f\n", d / d, 1 / d - 1 / d, sqrt(-1 - d));
    printf("%Lf %Lf %Lf %Lf\n", l / l, inf - inf, l * inf, sqrtl(-1 - l));
    printf("%Lf %f %Lf\n", -(l / l), (double)(l / l), (long double)NAN + 1);
    printf("%d %d %d\n", signbit(l / l) != 0, signbit(d / d) != 0, signbit(f / f) != 0);
    return 0;
}

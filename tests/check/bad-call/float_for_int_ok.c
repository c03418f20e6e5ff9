// A handler of a table is called by another type: a float for an integer.
#include <stdio.h>

static double half(double x) {
    return x / 2;
}

int main(int argc, char **argv) {
    (void)argv;
    double (*handler)(double) = half;
    printf("%.1f\n", handler(argc));
    return 0;
}

// A handler of a table is called by another type: a float for an integer.
#include <stdio.h>

static double half(double x) {
    return x / 2;
}

int main(int argc, char **argv) {
    (void)argv;
    int (*handler)(int) = (int (*)(int))half;
    printf("%d\n", handler(argc)); // expect: bad-call
    return 0;
}

// A function without a prototype is called with an integer for a float.
#include <stdio.h>

double scale();

int main(int argc, char **argv) {
    (void)argv;
    printf("%f\n", scale(argc)); // expect: bad-call
    return 0;
}

double scale(x)
double x;
{
    return x * 2;
}

// A function that returns a float is called for an integer.
#include <stdio.h>

static float average(int sum) {
    return (float)sum / 2;
}

int main(void) {
    float (*f)(int) = average;
    float result = f(5);
    printf("%.1f\n", (double)result);
    return 0;
}

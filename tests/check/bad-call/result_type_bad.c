// A function that returns a float is called for an integer.
#include <stdio.h>

static float average(int sum) {
    return (float)sum / 2;
}

int main(void) {
    int (*f)(int) = (int (*)(int))average;
    int result = f(5); // expect: bad-call
    printf("%d\n", result);
    return 0;
}

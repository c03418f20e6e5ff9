// A double is read as a float.
#include <stdio.h>

int main(void) {
    double weight = 0;
    if (scanf("%f", &weight) != 1) // expect: format-mismatch
        return 1;
    printf("%g\n", weight);
    return 0;
}

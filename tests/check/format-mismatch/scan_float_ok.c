// A double is read as a float.
#include <stdio.h>

int main(void) {
    double weight = 0;
    if (scanf("%lf", &weight) != 1)
        return 1;
    printf("%g\n", weight);
    return 0;
}

// A double from outside becomes an int.
#include <stdio.h>

int main(void) {
    double amount;
    if (scanf("%lf", &amount) != 1)
        return 1;
    int rounded = (int)amount; // expect: float-conversion
    printf("%d\n", rounded);
    return 0;
}

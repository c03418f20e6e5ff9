// A double from outside becomes an int.
#include <stdio.h>

int main(void) {
    double amount;
    if (scanf("%lf", &amount) != 1)
        return 1;
    if (!(amount > -2e9 && amount < 2e9))
        return 1;
    int rounded = (int)amount;
    printf("%d\n", rounded);
    return 0;
}

// Factorials outgrow an int at thirteen.
#include <stdio.h>

static int factorial(int n) {
    int product = 1;
    for (int i = 2; i <= n; i++)
        product *= i;
    return product;
}

int main(void) {
    for (int n = 0; n < 13; n += 2)
        printf("%d! = %d\n", n, factorial(n));
    return 0;
}

// Steps of two never meet zero from an odd number.
#include <stdio.h>

static int steps(int n) {
    if (n <= 0)
        return 0;
    return 1 + steps(n - 2);
}

int main(void) {
    printf("%d\n", steps(8));
    printf("%d\n", steps(7));
    return 0;
}

// The smallest number divided by minus one does not fit.
#include <limits.h>
#include <stdio.h>

int main(void) {
    int a, b;
    if (scanf("%d %d", &a, &b) != 2)
        return 1;
    if (b == 0)
        return 1;
    printf("%d\n", a / b); // expect: signed-overflow
    return 0;
}

// Two numbers from outside are added.
#include <limits.h>
#include <stdio.h>

int main(void) {
    int a, b;
    if (scanf("%d %d", &a, &b) != 2)
        return 1;
    if ((b > 0 && a > INT_MAX - b) || (b < 0 && a < INT_MIN - b))
        return 1;
    printf("%d\n", a + b);
    return 0;
}

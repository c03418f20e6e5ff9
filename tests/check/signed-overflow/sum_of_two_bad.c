// Two numbers from outside are added.
#include <limits.h>
#include <stdio.h>

int main(void) {
    int a, b;
    if (scanf("%d %d", &a, &b) != 2)
        return 1;
    printf("%d\n", a + b); // expect: signed-overflow
    return 0;
}

// The magnitude of a number: the smallest has none.
#include <limits.h>
#include <stdio.h>

static int magnitude(int n) {
    if (n < 0)
        return -n; // expect: signed-overflow
    return n;
}

int main(void) {
    int n;
    if (scanf("%d", &n) != 1)
        return 1;
    printf("%d\n", magnitude(n));
    return 0;
}

// Two shorts are added into a short.
#include <limits.h>
#include <stdio.h>

int main(void) {
    short a, b;
    if (scanf("%hd %hd", &a, &b) != 2)
        return 1;
    if (a + b > SHRT_MAX || a + b < SHRT_MIN)
        return 1;
    short sum = a + b;
    printf("%d\n", sum);
    return 0;
}

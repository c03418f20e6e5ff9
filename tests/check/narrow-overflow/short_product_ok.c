// A product of two shorts fits an int, but not a short.
#include <limits.h>
#include <stdio.h>

static short scale(short value, short factor) {
    int product = value * factor;
    if (product > SHRT_MAX || product < SHRT_MIN)
        return 0;
    short result = value * factor;
    return result;
}

int main(void) {
    short value;
    if (scanf("%hd", &value) != 1)
        return 1;
    printf("%d\n", scale(value, 3));
    return 0;
}

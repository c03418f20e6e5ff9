// A product of two shorts fits an int, but not a short.
#include <limits.h>
#include <stdio.h>

static short scale(short value, short factor) {
    short result = value * factor; // expect: narrow-overflow
    return result;
}

int main(void) {
    short value;
    if (scanf("%hd", &value) != 1)
        return 1;
    printf("%d\n", scale(value, 3));
    return 0;
}

// A function that fails leaves its out-parameter alone.
#include <stdio.h>

static int digit(int c, int *value) {
    if (c < '0' || c > '9')
        return -1;
    *value = c - '0';
    return 0;
}

int main(void) {
    int value;
    if (digit(getchar(), &value) != 0)
        return 1;
    printf("%d\n", value * 2);
    return 0;
}

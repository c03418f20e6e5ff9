// A distance that may be negative.
#include <stdio.h>

static int exponent_of(int c) {
    return c >= '0' && c <= '9' ? c - '5' : 0;
}

int main(void) {
    int exponent = exponent_of(getchar());
    unsigned value = exponent >= 0 ? 8u << exponent : 8u >> -exponent;
    printf("%u\n", value);
    return 0;
}

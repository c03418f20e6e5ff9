// Counting bits of a number from input.
#include <assert.h>
#include <stdio.h>

int main(void) {
    unsigned mask;
    if (scanf("%u", &mask) != 1 || mask == 0) return 1;
    int first = __builtin_ctz(mask), last = 31 - __builtin_clz(mask);
    assert(first <= last && last < 32);
    assert(__builtin_popcount(mask) < 32); // expect: assertion-failed
    return 0;
}

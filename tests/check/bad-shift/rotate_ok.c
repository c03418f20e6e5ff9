// A rotation by nothing shifts by all the bits.
#include <stdint.h>
#include <stdio.h>

static uint32_t rotate(uint32_t x, unsigned n) {
    return (x << n) | (x >> (-n & 31));
}

int main(void) {
    uint32_t x = 0x80000001u;
    for (unsigned n = 0; n < 32; n += 8)
        printf("%x\n", (unsigned)rotate(x, n));
    return 0;
}

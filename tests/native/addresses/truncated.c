// An address in 32 bits.
// native: -O0; -O2
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    int x = 0;
    uint32_t low = (uint32_t)(uintptr_t)&x;
    if (low == (uintptr_t)&x)
        assert(!"fits");
    assert(!"does not fit");
    return x;
}

// A hash that mixes all bits of an address.
// native: -O0; -O2
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    int x = 0;
    uint64_t h = (uintptr_t)&x;
    h ^= h >> 33;
    h *= 0xff51afd7ed558ccdULL;
    h ^= h >> 33;
    if (h & 1)
        assert(!"odd");
    assert(!"even");
    return x;
}

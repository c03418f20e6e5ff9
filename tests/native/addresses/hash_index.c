// A bucket of a hash table by address.
// native: -O0; -O2
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int table[16];

int main(void) {
    int x = 0;
    size_t bucket = ((uintptr_t)&x >> 4) % 16;
    table[bucket] = 1;
    for (int i = 0; i < 16; i++)
        if (table[i] == 1 && i != 3) assert(!"another bucket");
    assert(!"bucket 3");
    return x;
}

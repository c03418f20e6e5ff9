// Pointers in the order of their addresses.
// native: -O0; -O2
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int by_address(const void *a, const void *b) {
    uintptr_t x = (uintptr_t)*(char *const *)a, y = (uintptr_t)*(char *const *)b;
    return (x > y) - (x < y);
}

static char first, second;

int main(void) {
    char *v[2] = { &first, &second };
    qsort(v, 2, sizeof *v, by_address);
    *v[0] = 1;
    if (first)
        assert(!"first");
    assert(!"second");
    return 0;
}

// The low bits of a local variable of one byte.
// native: -O0; -O2
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void look(void) {
    volatile char c[3] = { 1, 2, 3 };
    if (((uintptr_t)&c[0] & 1) == 0)
        assert(!"even");
    else
        assert(!"odd");
}

int main(void) {
    look();
    return 0;
}

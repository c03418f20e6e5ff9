// The bits of a function.
// native: -O0; -O2
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int f(int x) { return x + 1; }

int main(void) {
    if ((uintptr_t)f >> 4 & 1)
        assert(!"odd");
    assert(!"even");
    return f(0);
}

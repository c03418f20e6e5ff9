// The order of two functions.
// native: -O0; -O2
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int f(int x) { return x + 1; }
static int g(int x) { return x + 2; }

int main(void) {
    int (*volatile p)(int) = f, (*volatile q)(int) = g;
    assert(p != q);
    if ((uintptr_t)p < (uintptr_t)q)
        assert(!"f first");
    assert(!"g first");
    return 0;
}

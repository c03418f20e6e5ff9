// An address as a floating-point number.
// native: -O0; -O2
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    int x = 0;
    double d = (double)(uintptr_t)&x;
    if (d > 1e14)
        assert(!"high");
    assert(!"low");
    return x;
}

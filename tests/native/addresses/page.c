// The page of an object, by a shift.
// native: -O0; -O2
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int g;

int main(void) {
    if (((uintptr_t)&g >> 12) % 2)
        assert(!"odd page");
    assert(!"even page");
    return 0;
}

// A literal address and an object.
// native: -O0; -O0 -static; -O0 -no-pie
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int g;

int main(void) {
    int *volatile p = &g;
    if ((uintptr_t)p < 0x100000000)
        assert(!"low");
    assert(!"high");
    return 0;
}

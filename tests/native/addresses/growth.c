// The direction in which the stack grows.
// native: -O0; -O2
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

__attribute__((noinline)) static int deeper(volatile char *outer) {
    volatile char inner = 0;
    return (uintptr_t)&inner < (uintptr_t)outer;
}

int main(void) {
    volatile char outer = 0;
    if (deeper(&outer))
        assert(!"down");
    assert(!"up");
    return 0;
}

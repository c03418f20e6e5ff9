// A switch on bits of an address.
// native: -O0; -O2
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char c = 0;
    switch ((uintptr_t)&c >> 4 & 3) {
    case 0: assert(!"0");
    case 1: assert(!"1");
    case 2: assert(!"2");
    default: assert(!"3");
    }
    return c;
}

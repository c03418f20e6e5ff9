// The bits of a bit-field that nothing sets.
// native: -O0
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

__attribute__((noinline)) static void dirty(int byte) {
    volatile unsigned char stack[512];
    for (int i = 0; i < 512; i++) stack[i] = (unsigned char)byte;
}

struct flags { unsigned a : 3, b : 5; };

__attribute__((noinline)) static unsigned raw(unsigned a) {
    struct flags f;
    f.a = a;
    unsigned char byte;
    memcpy(&byte, &f, 1);
    return byte >> 3;
}

int main(void) {
    dirty(255);
    if (raw(1))
        assert(!"set");
    assert(!"clear");
    return 0;
}

// Bytes of a union beyond the member that is set.
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

union u { char c; unsigned char bytes[40]; };

__attribute__((noinline)) static int rest(char c) {
    union u u;
    u.c = c;
    return u.bytes[20];
}

int main(void) {
    dirty(1);
    if (rest(1))
        assert(!"set");
    assert(!"zero");
    return 0;
}

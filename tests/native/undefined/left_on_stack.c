// What an earlier call left on the stack.
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

__attribute__((noinline)) static int read_old(void) {
    volatile unsigned char old[64];
    return old[20];
}

int main(void) {
    dirty(1);
    if (read_old())
        assert(!"set");
    assert(!"zero");
    return 0;
}

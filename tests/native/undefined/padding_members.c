// Bytes between members that are set one by one.
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

struct s { char c; long l; char d; long m; };

__attribute__((noinline)) static int others(int n) {
    struct s a;
    a.c = (char)n;
    a.l = 2;
    a.d = 3;
    a.m = 4;
    const unsigned char *b = (const unsigned char *)&a;
    return b[1] | b[2] | b[17] | b[18];
}

int main(void) {
    dirty(1);
    if (others(1))
        assert(!"set");
    assert(!"zero");
    return 0;
}

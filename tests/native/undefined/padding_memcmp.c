// Bytes between members, compared.
// native: -O0; -O2
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct s { char c; int i; char d; long l; char e; short t[9]; };

__attribute__((noinline)) static void dirty(int byte) {
    volatile unsigned char stack[256];
    for (int i = 0; i < 256; i++) stack[i] = (unsigned char)byte;
}

__attribute__((noinline)) static int same(void) {
    struct s a = { 1, 2, 3, 4, 5, { 6 } };
    struct s b = { 1, 2, 3, 4, 5, { 6 } };
    return memcmp(&a, &b, sizeof a) == 0;
}

int main(void) {
    dirty(1);
    if (same())
        assert(!"the same");
    assert(!"others");
    return 0;
}

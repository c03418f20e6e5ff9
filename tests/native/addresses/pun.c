// A pointer and a number in one union.
// native: -O0; -O2
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

union both { char *pointer; uintptr_t number; unsigned char bytes[sizeof(char *)]; };

int main(void) {
    char c = 0;
    union both u;
    u.pointer = &c;
    if (u.number >> 5 & 1)
        assert(!"set");
    assert(!"clear");
    return c;
}

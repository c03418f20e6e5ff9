// A single byte of a pointer.
// native: -O0; -O2
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    int x = 1;
    int *p = &x;
    unsigned char b[sizeof p];
    memcpy(b, &p, sizeof p);
    if (b[1] & 0x10)
        assert(!"set");
    assert(!"clear");
    return 0;
}

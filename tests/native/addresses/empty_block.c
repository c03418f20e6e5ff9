// A block of no bytes.
// native: -O0; -O2
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    void *p = malloc(0);
    int null = !p;
    free(p);
    if (null)
        assert(!"null");
    assert(!"a block");
    return 0;
}

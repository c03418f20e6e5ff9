// An address as an int: its sign.
// native: -O0; -O2
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    void *p = malloc(1);
    if (!p) return 1;
    int n = (int)(intptr_t)p;
    free(p);
    if (n < 0)
        assert(!"negative");
    assert(!"positive");
    return 0;
}

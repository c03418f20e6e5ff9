// An address as a remainder.
// native: -O0; -O2
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    void *p = malloc(8);
    if (!p) return 1;
    int odd = (uintptr_t)p / 16 % 7 > 3;
    free(p);
    if (odd)
        assert(!"above");
    else
        assert(!"below");
    return 0;
}

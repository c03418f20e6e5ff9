// A value that is chosen by an address.
// native: -O0; -O2
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    void *p = malloc(40);
    if (!p) return 1;
    int chosen = (uintptr_t)p & 32 ? 4 : 5;
    free(p);
    assert(chosen != 4);
    assert(chosen != 5);
    return 0;
}

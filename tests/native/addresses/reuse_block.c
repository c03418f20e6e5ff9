// A block that is allocated after another one was freed.
// native: -O0; -O2
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *p = malloc(24);
    if (!p) return 1;
    uintptr_t old = (uintptr_t)p;
    free(p);
    char *q = malloc(24);
    if (!q) return 1;
    int same = (uintptr_t)q == old;
    free(q);
    if (same)
        assert(!"reused");
    assert(!"another");
    return 0;
}

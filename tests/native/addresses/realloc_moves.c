// Whether a block moves when it shrinks.
// native: -O0; -O2
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *p = malloc(64);
    if (!p) return 1;
    uintptr_t old = (uintptr_t)p;
    char *q = realloc(p, 32);
    if (!q) {
        free(p);
        return 1;
    }
    int stays = (uintptr_t)q == old;
    free(q);
    if (stays)
        assert(!"stays");
    assert(!"moves");
    return 0;
}

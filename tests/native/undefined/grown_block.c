// What a block has behind its old end.
// native: -O0
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    unsigned char *p = malloc(100);
    if (!p) return 1;
    memset(p, 7, 100);
    unsigned char *q = realloc(p, 40);
    if (!q) return 1;
    p = realloc(q, 100);
    if (!p) return 1;
    int old = p[60];
    free(p);
    if (old == 7)
        assert(!"the old value");
    assert(!"another");
    return 0;
}

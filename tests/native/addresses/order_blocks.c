// The order of two heap blocks.
// native: -O0; -O2
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *p = malloc(4), *q = malloc(4);
    if (!p || !q) return 1;
    int first = p <= q;
    free(p);
    free(q);
    if (first)
        assert(!"p first");
    else
        assert(!"q first");
    return 0;
}

// What was left in a block that is allocated again.
// native: -O0
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    unsigned char *p = malloc(64);
    if (!p) return 1;
    memset(p, 7, 64);
    free(p);
    unsigned char *q = malloc(64);
    if (!q) return 1;
    int old = q[40];
    free(q);
    if (old == 7)
        assert(!"the old value");
    assert(!"another");
    return 0;
}

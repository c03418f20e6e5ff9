// The same, with pointers that are compared.
// native: -O0
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *p = malloc(24);
    if (!p) return 1;
    free(p);
    char *q = malloc(24);
    if (!q) return 1;
    if (p == q) {
        free(q);
        assert(!"reused");
    }
    free(q);
    assert(!"another");
    return 0;
}

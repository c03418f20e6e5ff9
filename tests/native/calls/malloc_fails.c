// A block that is larger than memory.
// native: -O0
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    void *p = malloc((size_t)1 << 62);
    if (!p)
        assert(!"refused");
    free(p);
    assert(!"given");
    return 0;
}

// An alignment that is no power of two.
// native: -O0; -O2
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    void *p = 0;
    int error = posix_memalign(&p, 24, 8);
    free(p);
    if (error)
        assert(!"refused");
    assert(!"given");
    return 0;
}

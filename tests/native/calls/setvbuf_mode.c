// A way of buffering that there is not.
// native: -O0; -O2
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    if (setvbuf(stdout, 0, 99, 0) != 0)
        assert(!"refused");
    assert(!"set");
    return 0;
}

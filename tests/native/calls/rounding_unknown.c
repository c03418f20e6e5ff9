// A way of rounding that there is not.
// native: -O0 -lm; -O2 -lm
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fenv.h>

int main(void) {
    if (fesetround(12345) == 0)
        assert(!"set");
    assert(!"refused");
    return 0;
}

// A way of rounding.
// native: -O0 -lm; -O2 -lm
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fenv.h>

int main(void) {
    if (fesetround(FE_UPWARD) == 0)
        assert(!"set");
    assert(!"refused");
    return 0;
}

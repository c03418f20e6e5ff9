// The resolution of a clock that there is not.
// native: -O0; -O2
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <time.h>

int main(void) {
    struct timespec t;
    if (clock_getres(999, &t) != 0)
        assert(!"refused");
    assert(!"told");
    return 0;
}

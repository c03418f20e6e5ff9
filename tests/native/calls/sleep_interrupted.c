// A time that nanosleep refuses.
// native: -O0; -O2
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <time.h>

int main(void) {
    struct timespec t = { 0, 2000000000L };
    if (nanosleep(&t, 0) != 0)
        assert(!"refused");
    assert(!"slept");
    return 0;
}

// The address of a stream.
// native: -O0; -O2
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    if ((uintptr_t)stdout > (uintptr_t)stderr)
        assert(!"above");
    assert(!"below");
    return 0;
}

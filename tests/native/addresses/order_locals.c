// The order of two local variables.
// native: -O0; -O2
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    volatile int a = 1, b = 2;
    const volatile int *p = &a, *q = &b;
    if (p > q)
        assert(!"b first");
    else
        assert(!"a first");
    return 0;
}

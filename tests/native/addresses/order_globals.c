// The order of two global variables.
// native: -O0; -O2
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int a, b;

int main(void) {
    if (&a < &b)
        assert(!"a first");
    else
        assert(!"b first");
    return 0;
}

// Where the data of the program ends.
// native: -O0; -O2
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern char edata, end;
static int zero;

int main(void) {
    if ((uintptr_t)&end - (uintptr_t)&edata > 64)
        assert(!"much");
    assert(!"little");
    return zero;
}

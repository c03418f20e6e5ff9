// Memory of alloca and a local variable.
// native: -O0; -O2
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <alloca.h>

int main(void) {
    volatile char c = 0;
    volatile char *p = alloca(16);
    *p = 1;
    if ((uintptr_t)p > (uintptr_t)&c)
        assert(!"above");
    assert(!"below");
    return 0;
}

// A byte of a pointer, read where it is.
// native: -O0; -O2
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    static int x;
    int *p = &x;
    const unsigned char *b = (const unsigned char *)&p;
    int sum = 0;
    for (size_t i = 0; i < sizeof p; i++) sum += b[i];
    if (sum % 2)
        assert(!"odd");
    assert(!"even");
    return *p;
}

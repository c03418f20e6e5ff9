// Bytes of a union beyond the member that is set.
// native: -O0; -O2
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

union u { char c; unsigned char bytes[40]; };

int main(void) {
    union u u = { 1 };
    if (u.bytes[20])
        assert(!"set");
    assert(!"zero");
    return 0;
}

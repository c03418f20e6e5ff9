// write to a descriptor that is not open.
// native: -O0; -O2
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <unistd.h>

int main(void) {
    ssize_t n = write(77, "x", 1);
    if (n < 0)
        assert(!"failed");
    assert(!"written");
    return 0;
}

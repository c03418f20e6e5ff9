// close may fail.
// native: -O0; -O2
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <unistd.h>

int main(void) {
    if (close(77) == 0)
        assert(!"closed");
    assert(!"failed");
    return 0;
}

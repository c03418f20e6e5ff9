// A directory that is opened for writing.
// native: -O0; -O2
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fcntl.h>

int main(void) {
    if (open("/", O_WRONLY) < 0)
        assert(!"refused");
    assert(!"opened");
    return 0;
}

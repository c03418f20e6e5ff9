// A directory that is there.
// native: -O0; -O2
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sys/stat.h>

int main(void) {
    if (mkdir("/", 0700) == 0)
        assert(!"made");
    assert(!"refused");
    return 0;
}

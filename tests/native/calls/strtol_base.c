// A base that there is not.
// native: -O0; -O2
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <errno.h>

int main(void) {
    errno = 0;
    long n = strtol("12", 0, 99);
    if (errno == EINVAL)
        assert(!"refused");
    assert(n != 12);
    assert(!"read");
    return 0;
}

// A way to seek that there is not.
// native: -O0; -O2
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    FILE *f = tmpfile();
    if (!f) return 1;
    if (fseek(f, 0, 99) != 0)
        assert(!"refused");
    assert(!"sought");
    return 0;
}

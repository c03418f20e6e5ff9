// A stream that cannot be written.
// native: -O0; -O2
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    FILE *f = fopen("/dev/full", "w");
    if (!f) return 1;
    fputs("x", f);
    if (fclose(f) != 0)
        assert(!"not written");
    assert(!"written");
    return 0;
}

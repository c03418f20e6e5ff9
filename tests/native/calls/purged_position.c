// A stream whose buffer is thrown away goes on behind what was read ahead.
// native: -O0; -O2
#include <assert.h>
#include <stdio.h>
#include <stdio_ext.h>

int main(void) {
    FILE *f = fopen("/proc/self/exe", "r");
    if (!f || fgetc(f) == EOF) return 1;
    __fpurge(f);
    if (ftell(f) > 5)
        assert(!"behind the buffer");
    assert(!"behind the character");
    return 0;
}

// A device may stay where it is when it is read.
// native: -O0; -O2
#include <assert.h>
#include <stdio.h>

int main(void) {
    FILE *zero = fopen("/dev/zero", "r");
    if (!zero || setvbuf(zero, 0, _IONBF, 0) || fgetc(zero) == EOF)
        return 1;
    if (ftell(zero) == 0)
        assert(!"where it was");
    assert(!"after what was read");
    return 0;
}

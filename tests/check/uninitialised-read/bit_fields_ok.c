// Bit-fields are set one by one, and read only if they were set.
#include <stdio.h>

struct flags {
    unsigned ready : 1;
    unsigned mode : 3;
    unsigned level : 4;
};

int main(void) {
    struct flags flags;
    flags.ready = 1;
    flags.level = 2;
    if (flags.level > 3)
        puts("high");
    if (flags.ready)
        puts("ready");
    return 0;
}

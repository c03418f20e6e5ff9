// An assumption about a size that a caller breaks.
#include <stdio.h>

static unsigned blocks(unsigned bytes) {
    if (bytes % 16 != 0)
        __builtin_unreachable();
    return bytes / 16;
}

int main(void) {
    unsigned total = 0;
    for (unsigned size = 16; size <= 48; size += 16)
        total += blocks(size);
    printf("%u\n", total);
    return 0;
}

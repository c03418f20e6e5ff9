// A loop without a keyword.
#include <stdio.h>

int main(void) {
    unsigned bits = 1;
again:
    bits = bits << 1 | bits >> 31;
    if (bits != 4)
        goto again;
    printf("%u\n", bits);
    return 0;
}

// A loop without a keyword.
#include <stdio.h>

int main(void) {
    unsigned bits = 1;
again:
    bits = bits << 1 | bits >> 31;
    if (bits != 3)
        goto again; // expect: infinite-loop
    printf("%u\n", bits);
    return 0;
}

// An unsigned char wraps around to zero, and a shifted number loses all its bits.
#include <stdio.h>

int main(void) {
    unsigned steps = 0, mask = 40;
    for (unsigned char c = 1; c != 0; c++)
        steps++;
    while (mask) { // expect: infinite-loop
        mask = mask << 1 | mask >> 31;
        steps ^= 1;
    }
    printf("%u\n", steps);
    return 0;
}

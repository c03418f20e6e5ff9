// An unsigned char wraps around to zero, and a shifted number loses all its bits.
#include <stdio.h>

int main(void) {
    unsigned steps = 0, mask = 40;
    for (unsigned char c = 1; c != 0; c++)
        steps++;
    while (mask) {
        mask = mask << 1;
        steps ^= 1;
    }
    printf("%u\n", steps);
    return 0;
}

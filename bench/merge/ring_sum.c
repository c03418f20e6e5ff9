/* A ring of the last eight bytes; their sum is printed at each newline. */
#include <stdio.h>
int main(void) {
    unsigned char ring[8] = {0}; unsigned at = 0, sum = 0; int c;
    while ((c = getchar()) != EOF) {
        if (c == '\n') { printf("%u\n", sum); continue; }
        sum = sum - ring[at] + (unsigned)c;
        ring[at] = (unsigned char)c;
        at = (at + 1) % 8;
    }
    return 0;
}

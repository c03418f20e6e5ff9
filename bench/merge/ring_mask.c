/* A ring with a mask for an index, filled and drained by what is read. */
#include <stdio.h>
int main(void) {
    unsigned char ring[16]; unsigned head = 0, tail = 0; int c;
    while ((c = getchar()) != EOF) {
        if (c == '-') { if (tail != head) putchar(ring[tail++ & 15]); }
        else if (head - tail < 16) ring[head++ & 15] = (unsigned char)c;
    }
    return head - tail > 16;
}

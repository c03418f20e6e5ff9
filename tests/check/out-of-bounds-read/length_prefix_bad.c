// A packet says how long it is; it may lie.
#include <stdio.h>
#include <stdlib.h>

enum { PACKET = 8 };

static unsigned checksum(const unsigned char *packet) {
    unsigned length = packet[0];
    unsigned sum = 0;
    for (unsigned i = 1; i <= length; i++)
        sum ^= packet[i]; // expect: out-of-bounds-read
    return sum;
}

int main(void) {
    unsigned char *packet = malloc(PACKET);
    if (packet == NULL)
        return 1;
    if (fread(packet, 1, PACKET, stdin) == PACKET)
        printf("%u\n", checksum(packet));
    free(packet);
    return 0;
}

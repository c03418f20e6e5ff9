// Each record of a packet begins with its length, and a length may be zero.
#include <stdio.h>

int main(void) {
    unsigned char packet[16];
    size_t length = fread(packet, 1, sizeof packet, stdin), at = 0, records = 0;
    while (at < length) {
        if (packet[at] == 0)
            return 1;
        at += packet[at];
        records ^= 1;
    }
    printf("%zu\n", records);
    return 0;
}

// The length of a packet with its header must fit sixteen bits.
#include <stdint.h>
#include <stdio.h>

enum { HEADER = 20 };

int main(void) {
    uint16_t payload;
    if (scanf("%hu", &payload) != 1)
        return 1;
    if (payload > UINT16_MAX - HEADER)
        return 1;
    uint16_t length = payload + HEADER;
    printf("%u\n", (unsigned)length);
    return 0;
}

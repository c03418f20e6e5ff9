// A payload is copied into a union whose members have different sizes.
#include <stdio.h>
#include <string.h>

union payload {
    char text[12];
    long number;
};

struct packet {
    unsigned char length;
    union payload payload;
};

int main(void) {
    unsigned char raw[20];
    struct packet packet = {0};
    if (fread(raw, 1, sizeof raw, stdin) != sizeof raw)
        return 1;
    packet.length = raw[0];
    if (packet.length > sizeof raw - 1)
        return 1;
    memcpy(packet.payload.text, raw + 1, packet.length); // expect: buffer-overflow
    printf("%d\n", packet.payload.text[0]);
    return 0;
}

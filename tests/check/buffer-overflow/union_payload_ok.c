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
    if (packet.length > sizeof packet.payload.text)
        return 1;
    memcpy(packet.payload.text, raw + 1, packet.length);
    printf("%d\n", packet.payload.text[0]);
    return 0;
}

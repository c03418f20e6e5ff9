/* A CRC, bit by bit. */
#include <stdio.h>
int main(void) {
    unsigned char frame[4]; unsigned crc = 0xffff;
    if (fread(frame, 1, sizeof frame, stdin) != sizeof frame) return 1;
    for (int i = 0; i < 4; i++) { crc ^= frame[i]; for (int k = 0; k < 8; k++) crc = crc & 1 ? crc >> 1 ^ 0xa001 : crc >> 1; }
    return crc == 0x1d0f;
}

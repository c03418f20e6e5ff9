/* A checksum that a frame must have. */
#include <stdio.h>
int main(void) {
    unsigned char frame[12]; unsigned sum = 0;
    if (fread(frame, 1, sizeof frame, stdin) != sizeof frame) return 1;
    for (int i = 0; i < 11; i++) { if (frame[i] & 1) sum += frame[i] * 3u; else sum ^= frame[i]; }
    return (sum & 255) == frame[11] ? 0 : 2;
}

// MD5 of short messages, with the sine table computed at start.
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static uint32_t t[64];
static const int shifts[4][4] = {{7, 12, 17, 22}, {5, 9, 14, 20}, {4, 11, 16, 23}, {6, 10, 15, 21}};

static uint32_t rol(uint32_t v, int n) { return v << n | v >> (32 - n); }

static void block(uint32_t s[4], const uint8_t *p) {
    uint32_t x[16], a = s[0], b = s[1], c = s[2], d = s[3];
    for (int i = 0; i < 16; i++) x[i] = p[4 * i] | (uint32_t)p[4 * i + 1] << 8 | (uint32_t)p[4 * i + 2] << 16 | (uint32_t)p[4 * i + 3] << 24;
    for (int i = 0; i < 64; i++) {
        uint32_t f;
        int g;
        switch (i / 16) {
        case 0: f = (b & c) | (~b & d), g = i; break;
        case 1: f = (d & b) | (~d & c), g = (5 * i + 1) % 16; break;
        case 2: f = b ^ c ^ d, g = (3 * i + 5) % 16; break;
        default: f = c ^ (b | ~d), g = 7 * i % 16; break;
        }
        uint32_t next = b + rol(a + f + t[i] + x[g], shifts[i / 16][i % 4]);
        a = d, d = c, c = b, b = next;
    }
    s[0] += a, s[1] += b, s[2] += c, s[3] += d;
}
static unsigned md5(const char *msg) {
    size_t n = strlen(msg), full = n / 64 * 64, rest = n - full, len = rest < 56 ? 64 : 128;
    uint32_t s[4] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476};
    uint8_t tail[128] = {0};
    for (size_t i = 0; i < full; i += 64) block(s, (const uint8_t *)msg + i);
    memcpy(tail, msg + full, rest);
    tail[rest] = 0x80;
    for (size_t i = 0; i < 8; i++) tail[len - 8 + i] = (uint8_t)((uint64_t)n * 8 >> 8 * i);
    for (size_t i = 0; i < len; i += 64) block(s, tail + i);
    for (int i = 0; i < 16; i++) printf("%02x", s[i / 4] >> 8 * (i % 4) & 0xff);
    puts("");
    return s[0] & 0xff;
}

int main(void) {
    for (int i = 0; i < 64; i++) t[i] = (uint32_t)(fabs(sin(i + 1)) * 4294967296.0);
    md5("");
    md5("a");
    md5("message digest");
    md5("abcdefghijklmnopqrstuvwxyz");
    return (int)md5("12345678901234567890123456789012345678901234567890123456789012345678901234567890");
}

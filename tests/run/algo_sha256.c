// SHA-256 over short and multi-block messages.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static uint32_t k[64];
static uint32_t init[8];

static int prime(int n) {
    for (int d = 2; d * d <= n; d++) if (n % d == 0) return 0;
    return 1;
}
/* First 32 bits of the fraction of the root of n, by integer search. */
static uint32_t root_bits(unsigned n, int cube) {
    unsigned __int128 target = (unsigned __int128)n << (cube ? 96 : 64);
    uint64_t r = 0;
    for (int b = 36; b >= 0; b--) {
        unsigned __int128 t = r | 1ull << b;
        if (t * t * (cube ? t : 1) <= target) r = (uint64_t)t;
    }
    return (uint32_t)r;
}
static void setup(void) {
    for (int n = 2, i = 0; i < 64; n++)
        if (prime(n)) {
            if (i < 8) init[i] = root_bits((unsigned)n, 0);
            k[i++] = root_bits((unsigned)n, 1);
        }
}
static uint32_t ror(uint32_t v, int n) { return v >> n | v << (32 - n); }

static void block(uint32_t h[8], const uint8_t *p) {
    uint32_t w[64], s[8];
    for (int i = 0; i < 16; i++) w[i] = (uint32_t)p[4 * i] << 24 | (uint32_t)p[4 * i + 1] << 16 | (uint32_t)p[4 * i + 2] << 8 | p[4 * i + 3];
    for (int i = 16; i < 64; i++) {
        uint32_t a = ror(w[i - 15], 7) ^ ror(w[i - 15], 18) ^ w[i - 15] >> 3;
        uint32_t b = ror(w[i - 2], 17) ^ ror(w[i - 2], 19) ^ w[i - 2] >> 10;
        w[i] = w[i - 16] + a + w[i - 7] + b;
    }
    memcpy(s, h, sizeof s);
    for (int i = 0; i < 64; i++) {
        uint32_t t1 = s[7] + (ror(s[4], 6) ^ ror(s[4], 11) ^ ror(s[4], 25)) + ((s[4] & s[5]) ^ (~s[4] & s[6])) + k[i] + w[i];
        uint32_t t2 = (ror(s[0], 2) ^ ror(s[0], 13) ^ ror(s[0], 22)) + ((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]));
        memmove(s + 1, s, 7 * sizeof *s);
        s[4] += t1;
        s[0] = t1 + t2;
    }
    for (int i = 0; i < 8; i++) h[i] += s[i];
}
static uint32_t sha(const char *msg, size_t n) {
    uint32_t h[8];
    uint8_t tail[128] = {0};
    size_t full = n / 64 * 64, rest = n - full, len = rest < 56 ? 64 : 128;
    memcpy(h, init, sizeof h);
    for (size_t i = 0; i < full; i += 64) block(h, (const uint8_t *)msg + i);
    memcpy(tail, msg + full, rest);
    tail[rest] = 0x80;
    for (size_t i = 0; i < 8; i++) tail[len - 1 - i] = (uint8_t)((uint64_t)n * 8 >> 8 * i);
    for (size_t i = 0; i < len; i += 64) block(h, tail + i);
    for (int i = 0; i < 8; i++) printf("%08x", h[i]);
    puts("");
    return h[0];
}

int main(void) {
    setup();
    sha("", 0);
    sha("abc", 3);
    sha("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 56);
    char big[300];
    for (int i = 0; i < 300; i++) big[i] = (char)('a' + i % 26);
    return (int)(sha(big, 300) & 0xff);
}

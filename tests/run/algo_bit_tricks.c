// Bit manipulation: reversal, Gray code, Morton order, next permutation, bit sets, parity.
#include <stdint.h>
#include <stdio.h>

static uint8_t reverse8(uint8_t b) { return (uint8_t)((b * 0x0202020202ull & 0x010884422010ull) % 1023); }
static uint32_t morton(uint16_t x, uint16_t y) {
    uint32_t r = 0;
    for (int i = 0; i < 16; i++) r |= (uint32_t)(x >> i & 1) << 2 * i | (uint32_t)(y >> i & 1) << (2 * i + 1);
    return r;
}
static uint32_t spread(uint32_t v) {
    v = (v | v << 8) & 0x00ff00ff;
    v = (v | v << 4) & 0x0f0f0f0f;
    v = (v | v << 2) & 0x33333333;
    return (v | v << 1) & 0x55555555;
}
static unsigned next_perm(unsigned v) {
    unsigned t = v | (v - 1);
    return (t + 1) | (((~t & -~t) - 1) >> (__builtin_ctz(v) + 1));
}
static unsigned gray(unsigned n) { return n ^ n >> 1; }
static unsigned ungray(unsigned g) {
    for (unsigned s = 16; s; s >>= 1) g ^= g >> s;
    return g;
}
static int popcount64(uint64_t v) {
    v -= v >> 1 & 0x5555555555555555ull;
    v = (v & 0x3333333333333333ull) + (v >> 2 & 0x3333333333333333ull);
    v = (v + (v >> 4)) & 0x0f0f0f0f0f0f0f0full;
    return (int)(v * 0x0101010101010101ull >> 56);
}
static unsigned round_up(unsigned v) {
    v--;
    v |= v >> 1, v |= v >> 2, v |= v >> 4, v |= v >> 8, v |= v >> 16;
    return v + 1;
}
static int has_zero_byte(uint32_t v) { return ((v - 0x01010101u) & ~v & 0x80808080u) != 0; }

struct bitset { uint64_t w[4]; };
static void set(struct bitset *b, unsigned i) { b->w[i / 64] |= 1ull << i % 64; }
static int test(const struct bitset *b, unsigned i) { return b->w[i / 64] >> i % 64 & 1; }

int main(void) {
    for (int i = 0; i < 256; i += 37) printf("%02x->%02x ", (unsigned)i, reverse8((uint8_t)i));
    puts("");
    printf("%08x %08x %d\n", morton(0xabcd, 0x1234), morton(3, 5), morton(0xbeef, 77) == (spread(0xbeef) | spread(77) << 1));
    unsigned v = 0x13;
    for (int i = 0; i < 8; i++) printf("%x ", v), v = next_perm(v);
    puts("");
    int ok = 1;
    for (unsigned i = 0; i < 500; i++) ok &= ungray(gray(i)) == i && popcount64(gray(i) ^ gray(i + 1)) == 1;
    printf("%d\n", ok);
    printf("%d %d %d\n", popcount64(0), popcount64(~0ull), popcount64(0xdeadbeefcafef00dull));
    printf("%u %u %u\n", round_up(1), round_up(1000), round_up(1u << 30));
    printf("%d %d %d\n", has_zero_byte(0x11002233), has_zero_byte(0x80808080), has_zero_byte(0x01010100));
    struct bitset b = {{0}};
    for (unsigned i = 0; i < 256; i += 1 + i % 13) set(&b, i);
    int n = 0;
    for (unsigned i = 0; i < 256; i++) n += test(&b, i);
    printf("%d %016llx\n", n, (unsigned long long)b.w[2]);
    int x = -37, mask = x >> 31;
    printf("%d %d\n", (x + mask) ^ mask, (x ^ 5) < 0);
    uint16_t lfsr = 0xace1;
    unsigned period = 0;
    do lfsr = (uint16_t)(lfsr >> 1 ^ (-(lfsr & 1u) & 0xb400u));
    while (++period < 5000 && lfsr != 0xace1);
    printf("%u %04x\n", period, lfsr);
    return n;
}

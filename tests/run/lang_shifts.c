// Shifts: left, logical and arithmetic right, variable counts at all widths, rotates.
#include <stdint.h>
#include <stdio.h>

static uint8_t rotl8(uint8_t v, unsigned n) { n &= 7; return (uint8_t)(v << n | v >> ((8 - n) & 7)); }
static uint16_t rotr16(uint16_t v, unsigned n) { n &= 15; return (uint16_t)(v >> n | v << ((16 - n) & 15)); }
static uint32_t rotl32(uint32_t v, unsigned n) { n &= 31; return v << n | v >> ((32 - n) & 31); }
static uint64_t rotr64(uint64_t v, unsigned n) { n &= 63; return v >> n | v << ((64 - n) & 63); }

static volatile int neg = -1000;
static volatile long long lneg = -123456789012345LL;

int main(void) {
    for (unsigned n = 0; n < 32; n += 5)
        printf("1u<<%u=%u  max>>%u=%u  neg>>%u=%d\n", n, 1u << n, n, 0xffffffffu >> n, n, neg >> n);
    for (unsigned n = 0; n < 64; n += 9)
        printf("1<<%u=%llx  lneg>>%u=%lld  u>>%u=%llx\n", n, 1ull << n, n, lneg >> n, n,
               (unsigned long long)lneg >> n);
    for (unsigned n = 0; n <= 8; n++) printf("%02x ", rotl8(0x96, n));
    puts("");
    for (unsigned n = 0; n <= 16; n += 3) printf("%04x ", rotr16(0xbeef, n));
    puts("");
    for (unsigned n = 0; n <= 32; n += 6) printf("%08x ", rotl32(0xdeadbeef, n));
    puts("");
    for (unsigned n = 0; n <= 64; n += 11) printf("%016llx ", (unsigned long long)rotr64(0x0123456789abcdefull, n));
    puts("");
    /* The count has a type of its own and does not widen the result. */
    unsigned char small = 0xff;
    printf("%d %zu\n", small << 4, sizeof(small << 40ull % 8));
    int v = 1;
    v <<= 4;
    v |= 0x80;
    v >>= 2;
    printf("%d\n", v);
    short s = -256;
    s >>= 3;
    printf("%d\n", s);
    signed char sc = -2;
    printf("%d %d\n", sc >> 1, sc >> 7);
    return 1 << 5;
}

// Bit builtins: clz, ctz, popcount, parity, ffs, clrsb and bswap at every width.
#include <stdint.h>
#include <stdio.h>

static volatile unsigned u32s[] = {1, 2, 0x80000000u, 0xffffffffu, 0x00f0f000u, 12345};
static volatile unsigned long long u64s[] = {1, 0x8000000000000000ull, 0xffffffffffffffffull, 0x00ff00ff00ff0000ull, 1ull << 33};
static volatile int i32s[] = {0, 1, -1, -256, 0x7fffffff, -2147483647 - 1};

static int slow_popcount(unsigned long long v) {
    int n = 0;
    for (; v; v &= v - 1) n++;
    return n;
}

static uint32_t reverse(uint32_t v) {
    v = (v >> 1 & 0x55555555u) | (v & 0x55555555u) << 1;
    v = (v >> 2 & 0x33333333u) | (v & 0x33333333u) << 2;
    v = (v >> 4 & 0x0f0f0f0fu) | (v & 0x0f0f0f0fu) << 4;
    return __builtin_bswap32(v);
}

int main(void) {
    int agree = 1;
    for (int i = 0; i < 6; i++) {
        unsigned v = u32s[i];
        printf("%08x: clz %d ctz %d pop %d par %d ffs %d swap %08x rev %08x\n", v, __builtin_clz(v), __builtin_ctz(v),
               __builtin_popcount(v), __builtin_parity(v), __builtin_ffs((int)v), __builtin_bswap32(v), reverse(v));
        agree &= slow_popcount(v) == __builtin_popcount(v);
    }
    for (int i = 0; i < 5; i++) {
        unsigned long long v = u64s[i];
        printf("%016llx: clz %d ctz %d pop %d par %d ffs %d swap %016llx\n", v, __builtin_clzll(v), __builtin_ctzll(v),
               __builtin_popcountll(v), __builtin_parityll(v), __builtin_ffsll((long long)v),
               (unsigned long long)__builtin_bswap64(v));
        agree &= slow_popcount(v) == __builtin_popcountl((unsigned long)v);
    }
    for (int i = 0; i < 6; i++) printf("clrsb(%d) = %d ffs %d\n", i32s[i], __builtin_clrsb(i32s[i]), __builtin_ffs(i32s[i]));
    printf("%04x %d\n", __builtin_bswap16(0x1234), agree);
    volatile long lv = -5;
    printf("%d %d\n", __builtin_clrsbl(lv), __builtin_ctzl((unsigned long)lv << 20));
    printf("%d %d %lld\n", __builtin_abs(i32s[3]), (int)__builtin_labs(-40L), __builtin_llabs(-77LL));
    uint32_t log2s = 0;
    for (unsigned n = 1; n < 1000; n = n * 3 + 1) log2s += 31u - (unsigned)__builtin_clz(n);
    printf("%u\n", log2s);
    return agree * 21;
}

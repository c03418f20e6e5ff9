// Arithmetic, comparisons and conditions on 64-bit values beyond the range of 32 bits.
#include <stdint.h>
#include <stdio.h>

static volatile int64_t big = 0x100000000LL, neg = -0x100000001LL;
static volatile uint64_t ubig = 0xf000000000000000ull;

static int64_t mulmod(int64_t a, int64_t b, int64_t m) {
    int64_t r = 0;
    for (a %= m; b; b >>= 1, a = (a + a) % m)
        if (b & 1) r = (r + a) % m;
    return r;
}

static uint64_t gcd(uint64_t a, uint64_t b) {
    while (b) {
        uint64_t t = a % b;
        a = b;
        b = t;
    }
    return a;
}

static uint64_t isqrt(uint64_t n) {
    uint64_t r = 0, bit = 1ull << 62;
    while (bit > n) bit >>= 2;
    for (; bit; bit >>= 2) {
        if (n >= r + bit) n -= r + bit, r = (r >> 1) + bit;
        else r >>= 1;
    }
    return r;
}

int main(void) {
    printf("%d %d %d\n", big ? 1 : 0, !big, big && neg);
    printf("%d %d %d %d\n", big > neg, (int)big > (int)neg, (uint64_t)big > (uint64_t)neg, ubig > (uint64_t)big);
    printf("%lld %lld\n", (long long)(big * 3 + neg), (long long)(neg / 3));
    printf("%lld %llu\n", (long long)(neg % 1000), (unsigned long long)(ubig / 1000));
    printf("%lld %llx\n", (long long)(neg >> 4), (unsigned long long)(ubig >> 4));
    printf("%llx %llx %llx\n", (unsigned long long)(ubig | 1), (unsigned long long)(ubig ^ (uint64_t)neg), (unsigned long long)(~ubig & 0xff00ff00ff00ff00ull));
    if (big) puts("nonzero high half");
    while (big) big >>= 8;
    printf("%lld\n", (long long)big);
    int n = 0;
    for (uint64_t i = 0xfffffffeull; i < 0x100000003ull; i++) n++;
    printf("%d\n", n);
    for (int64_t i = -3; i < 3; i++) printf("%lld ", (long long)(i * 5000000000LL));
    puts("");
    printf("%lld\n", (long long)mulmod(123456789012345LL, 987654321098765LL, 1000000000000037LL));
    printf("%llu %llu\n", (unsigned long long)gcd(600851475143ull * 1000, 29ull * 6857 * 4096), (unsigned long long)isqrt(18446744073709551615ull));
    switch (neg) { case -0x100000001LL: puts("64-bit case"); break; case -1: puts("truncated"); break; }
    int64_t arr[3] = {INT64_MAX, INT64_MIN, 0};
    int mi = 0;
    for (int i = 1; i < 3; i++) if (arr[i] < arr[mi]) mi = i;
    printf("%d %d\n", mi, (int)(arr[0] >> 60));
    return n;
}

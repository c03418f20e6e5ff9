// Overflow builtins: add, sub and mul for every width and sign, and mixed result types.
#include <limits.h>
#include <stdint.h>
#include <stdio.h>

#define CHECK(T, a, b, fmt, P) do { \
    volatile T va = (T)(a), vb = (T)(b); \
    T r1, r2, r3; \
    int o1 = __builtin_add_overflow(va, vb, &r1); \
    int o2 = __builtin_sub_overflow(va, vb, &r2); \
    int o3 = __builtin_mul_overflow(va, vb, &r3); \
    printf(#T " " fmt "," fmt ": " fmt "/%d " fmt "/%d " fmt "/%d\n", (P)va, (P)vb, (P)r1, o1, (P)r2, o2, (P)r3, o3); \
} while (0)

int main(void) {
    CHECK(int8_t, 100, 27, "%d", int);
    CHECK(int8_t, 100, 28, "%d", int);
    CHECK(int8_t, -128, -1, "%d", int);
    CHECK(uint8_t, 200, 55, "%d", int);
    CHECK(uint8_t, 16, 17, "%d", int);
    CHECK(int16_t, 300, 120, "%d", int);
    CHECK(int16_t, -32768, 1, "%d", int);
    CHECK(uint16_t, 65535, 1, "%d", int);
    CHECK(int, INT_MAX, 1, "%d", int);
    CHECK(int, 46341, 46341, "%d", int);
    CHECK(int, INT_MIN, -1, "%d", int);
    CHECK(unsigned, 65536, 65535, "%u", unsigned);
    CHECK(unsigned, 65536, 65536, "%u", unsigned);
    CHECK(int64_t, INT64_MAX, 2, "%lld", long long);
    CHECK(int64_t, INT64_MIN, -1, "%lld", long long);
    CHECK(int64_t, 3037000500LL, 3037000500LL, "%lld", long long);
    CHECK(uint64_t, UINT64_MAX, UINT64_MAX, "%llu", unsigned long long);
    CHECK(uint64_t, 1ull << 32, (1ull << 32) - 1, "%llu", unsigned long long);
    volatile int neg = -1;
    volatile unsigned big = 4000000000u;
    unsigned char uc;
    int i;
    long l;
    printf("%d ", __builtin_add_overflow(neg, big, &i));
    printf("%d\n", i);
    printf("%d ", __builtin_add_overflow(neg, big, &l));
    printf("%ld\n", l);
    printf("%d ", __builtin_sub_overflow(neg, neg - 256, &uc));
    printf("%d\n", uc);
    printf("%d ", __builtin_mul_overflow(big, neg, &l));
    printf("%ld\n", l);
    int s;
    unsigned us;
    printf("%d %d\n", __builtin_sadd_overflow(INT_MAX, -neg, &s), __builtin_umul_overflow(big, 2u, &us));
    printf("%d %u\n", s, us);
    return uc;
}

// A running hash over every binary operator at every integer width, to catch any deviation.
#include <stdint.h>
#include <stdio.h>

static uint64_t h = 1469598103934665603ull;
static void mix(uint64_t v) { h = (h ^ v) * 1099511628211ull; }
static uint32_t state = 7;
static uint32_t rnd(void) { return state = state * 1664525u + 1013904223u; }
static uint64_t rnd64(void) {
    uint64_t hi = rnd();
    return hi << 32 | rnd();
}

/* Unsigned operators, so that nothing overflows; the signed ones below are masked. */
#define UNSIGNED(T, bits) static void u##bits(void) { \
    for (int i = 0; i < 60; i++) { \
        T a = (T)rnd64(), b = (T)rnd64(); \
        if (i % 4 == 0) b &= 3; \
        unsigned s = (unsigned)b % bits; \
        mix((T)(a + b)); mix((T)(a - b)); mix((T)((uint64_t)a * b)); \
        mix(b ? (T)(a / b) : 1); mix(b ? (T)(a % b) : 2); \
        mix((T)(a & b)); mix((T)(a | b)); mix((T)(a ^ b)); mix((T)~a); \
        mix((T)((uint64_t)a << s)); mix((T)(a >> s)); \
        mix((uint64_t)(a < b) | (uint64_t)(a <= b) << 1 | (uint64_t)(a == b) << 2 | (uint64_t)(a > b) << 3); \
    } \
    printf("u%d %016llx\n", bits, (unsigned long long)h); }

#define SIGNED(T, bits) static void s##bits(void) { \
    for (int i = 0; i < 60; i++) { \
        T a = (T)rnd64(), b = (T)rnd64(); \
        if (i % 4 == 0) b = (T)(b % 5); \
        T x = (T)(a >> (bits / 2)), y = (T)(b >> (bits / 2)); \
        mix((uint64_t)(T)(x + y)); mix((uint64_t)(T)(x - y)); mix((uint64_t)(T)(x * y)); \
        mix(y ? (uint64_t)(T)(x / y) : 1); mix(y ? (uint64_t)(T)(a % (y == -1 ? 3 : y)) : 2); \
        mix((uint64_t)(T)(a & b)); mix((uint64_t)(T)(a ^ b)); mix((uint64_t)(T)~a); mix((uint64_t)(T)-x); \
        mix((uint64_t)(a >> ((unsigned)b % bits))); \
        mix((uint64_t)(a < b) | (uint64_t)(a >= b) << 1 | (uint64_t)(x == y) << 2); \
    } \
    printf("s%d %016llx\n", bits, (unsigned long long)h); }

UNSIGNED(uint8_t, 8)
UNSIGNED(uint16_t, 16)
UNSIGNED(uint32_t, 32)
UNSIGNED(uint64_t, 64)
SIGNED(int8_t, 8)
SIGNED(int16_t, 16)
SIGNED(int32_t, 32)
SIGNED(int64_t, 64)

int main(void) {
    u8(); u16(); u32(); u64();
    s8(); s16(); s32(); s64();
    return (int)(h & 0x7f);
}

// Conversions between every pair of integer widths, narrowing and widening, both signs.
#include <stdint.h>
#include <stdio.h>

static volatile int64_t samples[] = {
    0, 1, -1, 127, 128, -128, -129, 255, 256, 32767, 32768, -32769, 65535, 65536,
    2147483647LL, 2147483648LL, -2147483649LL, 4294967295LL, 4294967296LL,
    0x0123456789abcdefLL, INT64_MAX, INT64_MIN,
};

int main(void) {
    for (unsigned i = 0; i < sizeof samples / sizeof *samples; i++) {
        int64_t v = samples[i];
        int8_t a = (int8_t)v;
        uint8_t b = (uint8_t)v;
        int16_t c = (int16_t)v;
        uint16_t d = (uint16_t)v;
        int32_t e = (int32_t)v;
        uint32_t f = (uint32_t)v;
        uint64_t g = (uint64_t)v;
        printf("%lld: %d %u %d %u %d %u %llu\n", (long long)v, a, b, c, d, e, f,
               (unsigned long long)g);
        /* Widen each of them back. */
        printf("  back: %lld %lld %lld %lld %lld %lld\n", (long long)a, (long long)b,
               (long long)c, (long long)d, (long long)e, (long long)f);
        printf("  through unsigned: %u %u %llu %llu\n", (unsigned)a, (unsigned)c,
               (unsigned long long)a, (unsigned long long)e);
        printf("  narrow of wide: %d %u %d\n", (int8_t)e, (uint8_t)d, (int16_t)f);
        printf("  bool: %d %d %d\n", (_Bool)v, (_Bool)a, (_Bool)d);
    }
    return 0;
}

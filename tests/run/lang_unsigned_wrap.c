// Unsigned arithmetic wraps modulo two to the width, at 8, 16, 32 and 64 bits.
#include <stdint.h>
#include <stdio.h>

static volatile uint32_t z32;
static volatile uint64_t z64;

int main(void) {
    uint8_t a = 250;
    for (int i = 0; i < 10; i++) printf("%u ", a++);
    puts("");
    uint8_t b = 3;
    for (int i = 0; i < 6; i++) printf("%u ", b--);
    puts("");
    uint16_t c = 65533;
    for (int i = 0; i < 5; i++) printf("%u ", c++);
    puts("");
    uint32_t d = z32 - 1;
    printf("%u %u %u %u\n", d, d + 1, d * d, d * 2);
    printf("%u %u\n", -d, ~d);
    uint64_t e = z64 - 1;
    printf("%llu %llu %llu\n", (unsigned long long)e, (unsigned long long)(e + 2),
           (unsigned long long)(e * e));
    printf("neg: %llu\n", (unsigned long long)-(z64 + 5));

    uint32_t lcg = 12345;
    for (int i = 0; i < 8; i++) {
        lcg = lcg * 1664525u + 1013904223u;
        printf("%08x ", lcg);
    }
    puts("");
    uint64_t fnv = 14695981039346656037ull;
    for (const char *p = "wrapping multiply"; *p; p++) fnv = (fnv ^ (uint8_t)*p) * 1099511628211ull;
    printf("%016llx\n", (unsigned long long)fnv);

    uint32_t x = 2463534242u;
    for (int i = 0; i < 5; i++) {
        x ^= x << 13;
        x ^= x >> 17;
        x ^= x << 5;
        printf("%u ", x);
    }
    puts("");
    unsigned fact = 1;
    for (unsigned n = 1; n <= 36; n++) fact *= n;
    printf("36! mod 2^32 = %u\n", fact);
    unsigned long long pw = 1;
    for (int n = 0; n < 50; n++) pw *= 3;
    printf("3^50 mod 2^64 = %llu\n", pw);
    return (int)(fnv % 251);
}

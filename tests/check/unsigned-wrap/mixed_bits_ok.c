// Hashes, random numbers, powers of two and classes of characters wrap on purpose.
#include <stdint.h>
#include <stdio.h>

static unsigned hash(const char *text) {
    unsigned value = 0;
    for (; *text != '\0'; text++)
        value = *text + 31 * value;
    return value % 101;
}

static uint32_t power_above(uint32_t x) {
    x--;
    x |= x >> 1;
    x |= x >> 2;
    x |= x >> 4;
    x |= x >> 8;
    x |= x >> 16;
    return x + 1;
}

static int is_digit(int c) {
    return (unsigned)c - '0' < 10;
}

int main(int argc, char **argv) {
    uint32_t seed, sum = 0x9e3779b9;
    if (scanf("%u", &seed) != 1) return 1;
    printf("%u\n", seed * 1103515245u + 12345u);
    printf("%u %u\n", power_above(seed), (seed + 77) ^ sum);
    if (argc > 1) printf("%u\n", hash(argv[1]));
    unsigned tail = 0xfffffffeu, head = tail + (seed & 3);
    printf("%d %u\n", is_digit(getchar()), head - tail);
    return 0;
}

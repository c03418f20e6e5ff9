// Hashing over a buffer: FNV-1a and a table-driven CRC of 64 KiB, many times.
#include <stdint.h>
#include <stdio.h>

enum { SIZE = 1 << 16, ROUNDS = 12 };

static uint8_t buffer[SIZE];
static uint32_t table[256];

static void make_table(void) {
    for (uint32_t i = 0; i < 256; i++) {
        uint32_t c = i;
        for (int bit = 0; bit < 8; bit++)
            c = c & 1 ? 0xEDB88320u ^ (c >> 1) : c >> 1;
        table[i] = c;
    }
}

static uint32_t crc(const uint8_t *data, uint32_t len, uint32_t crc) {
    crc = ~crc;
    for (uint32_t i = 0; i < len; i++)
        crc = table[(crc ^ data[i]) & 0xff] ^ (crc >> 8);
    return ~crc;
}

static uint64_t fnv(const uint8_t *data, uint32_t len) {
    uint64_t hash = 14695981039346656037ull;
    for (uint32_t i = 0; i < len; i++) {
        hash ^= data[i];
        hash *= 1099511628211ull;
    }
    return hash;
}

int main(void) {
    uint32_t seed = 1, sum = 0;
    uint64_t mix = 0;
    make_table();
    for (int round = 0; round < ROUNDS; round++) {
        for (uint32_t i = 0; i < SIZE; i++) {
            seed = seed * 1664525u + 1013904223u;
            buffer[i] = (uint8_t)(seed >> 24);
        }
        sum = crc(buffer, SIZE, sum);
        mix ^= fnv(buffer, SIZE);
    }
    printf("%08x %016llx\n", sum, (unsigned long long)mix);
    return 0;
}

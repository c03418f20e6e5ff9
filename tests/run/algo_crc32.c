// Checksums: CRC-32 by table and by bit, CRC-16, Adler-32, Fletcher and FNV.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static uint32_t table[256];
static void build(void) {
    for (uint32_t i = 0; i < 256; i++) {
        uint32_t c = i;
        for (int k = 0; k < 8; k++) c = c & 1 ? c >> 1 ^ 0xedb88320u : c >> 1;
        table[i] = c;
    }
}
static uint32_t crc_table(uint32_t crc, const void *p, size_t n) {
    const uint8_t *b = p;
    for (crc = ~crc; n--;) crc = table[(crc ^ *b++) & 0xff] ^ crc >> 8;
    return ~crc;
}
static uint32_t crc_bits(const void *p, size_t n) {
    const uint8_t *b = p;
    uint32_t crc = 0xffffffffu;
    while (n--) {
        crc ^= *b++;
        for (int k = 0; k < 8; k++) crc = crc >> 1 ^ (0xedb88320u & -(crc & 1));
    }
    return crc ^ 0xffffffffu;
}
static uint16_t crc16(const void *p, size_t n) {
    const uint8_t *b = p;
    uint16_t crc = 0xffff;
    while (n--) {
        crc ^= (uint16_t)(*b++ << 8);
        for (int k = 0; k < 8; k++) crc = (uint16_t)(crc & 0x8000 ? crc << 1 ^ 0x1021 : crc << 1);
    }
    return crc;
}
static uint32_t adler(const void *p, size_t n) {
    const uint8_t *b = p;
    uint32_t s1 = 1, s2 = 0;
    while (n--) s1 = (s1 + *b++) % 65521, s2 = (s2 + s1) % 65521;
    return s2 << 16 | s1;
}
static uint16_t fletcher(const void *p, size_t n) {
    const uint8_t *b = p;
    uint16_t s1 = 0, s2 = 0;
    while (n--) s1 = (uint16_t)((s1 + *b++) % 255), s2 = (uint16_t)((s2 + s1) % 255);
    return (uint16_t)(s2 << 8 | s1);
}

int main(void) {
    build();
    const char *inputs[] = {"", "a", "123456789", "The quick brown fox jumps over the lazy dog"};
    int agree = 1;
    for (int i = 0; i < 4; i++) {
        size_t n = strlen(inputs[i]);
        uint32_t c = crc_table(0, inputs[i], n);
        agree &= c == crc_bits(inputs[i], n);
        printf("%08x %04x %08x %04x\n", c, crc16(inputs[i], n), adler(inputs[i], n), fletcher(inputs[i], n));
    }
    uint8_t big[1000];
    for (int i = 0; i < 1000; i++) big[i] = (uint8_t)(i * i + 7);
    uint32_t whole = crc_table(0, big, 1000), parts = 0;
    for (size_t at = 0; at < 1000; at += 125) parts = crc_table(parts, big + at, 125);
    printf("%08x %d %d\n", whole, whole == parts, agree);
    big[500] ^= 1;
    printf("%d\n", crc_table(0, big, 1000) != whole);
    return (int)(whole & 0xff);
}

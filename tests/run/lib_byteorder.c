// Byte order: htons and friends, endian.h conversions, swab, and reading words byte by byte.
// flags: -D_GNU_SOURCE
#include <arpa/inet.h>
#include <endian.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static uint32_t read_be32(const uint8_t *p) { return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3]; }
static uint64_t read_le64(const uint8_t *p) {
    uint64_t v = 0;
    for (int i = 7; i >= 0; i--) v = v << 8 | p[i];
    return v;
}

int main(void) {
    volatile uint16_t s = 0x1234;
    volatile uint32_t l = 0x12345678;
    volatile uint64_t q = 0x0123456789abcdefull;
    printf("%04x %08x %04x %08x\n", htons(s), htonl(l), ntohs(s), ntohl(l));
    printf("%04x %04x %08x %08x\n", htobe16(s), htole16(s), htobe32(l), le32toh(l));
    printf("%016llx %016llx\n", (unsigned long long)htobe64(q), (unsigned long long)be64toh(htobe64(q)));
    uint8_t bytes[] = {1, 2, 3, 4, 5, 6, 7, 0xf8, 9};
    printf("%08x %08x %016llx\n", read_be32(bytes), read_be32(bytes + 5), (unsigned long long)read_le64(bytes + 1));
    uint32_t w;
    memcpy(&w, bytes + 1, 4);
    printf("%08x\n", w);
    char out[9] = {0};
    swab("badcfehg", out, 8);
    puts(out);
    union { uint32_t v; uint8_t b[4]; } u = {.v = htonl(0x0a0b0c0d)};
    printf("%d %d %d %d\n", u.b[0], u.b[1], u.b[2], u.b[3]);
    struct in_addr a;
    printf("%d ", inet_aton("10.0.255.1", &a));
    printf("%08x %s\n", ntohl(a.s_addr), inet_ntoa(a));
    printf("%d\n", inet_pton(AF_INET, "300.1.1.1", &a));
    return u.b[3];
}

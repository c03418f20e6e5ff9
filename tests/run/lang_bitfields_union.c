// Bit-fields inside unions: decoding a float, a packet header and a permission mask.
#include <stdint.h>
#include <stdio.h>

union ieee {
    float f;
    struct { uint32_t mant : 23, exp : 8, sign : 1; } bits;
};

union ieee64 {
    double d;
    struct { uint64_t mant : 52, exp : 11, sign : 1; } bits;
};

union header {
    uint32_t word;
    struct { uint32_t ihl : 4, version : 4, tos : 8, length : 16; } f;
    uint8_t bytes[4];
};

union perm {
    unsigned short all;
    struct { unsigned short x : 1, w : 1, r : 1, : 5, owner : 8; };
};

int main(void) {
    float fs[] = {1.0f, -2.5f, 0.15625f, 3.4028235e38f, 0.0f};
    for (int i = 0; i < 5; i++) {
        union ieee u = {.f = fs[i]};
        printf("%g: sign %u exp %u mant %06x\n", (double)fs[i], u.bits.sign, u.bits.exp, u.bits.mant);
        u.bits.sign ^= 1;
        printf("  negated %g\n", (double)u.f);
    }
    union ieee64 d = {.d = -0.1};
    printf("%d %d %013llx\n", (int)d.bits.sign, (int)d.bits.exp, (unsigned long long)d.bits.mant);
    d.bits.exp += 4;
    printf("times sixteen: %g\n", d.d);

    union header h = {.word = 0};
    h.f.version = 4;
    h.f.ihl = 5;
    h.f.tos = 0x2e;
    h.f.length = 1500;
    printf("%08x: %02x %02x %02x %02x\n", h.word, h.bytes[0], h.bytes[1], h.bytes[2], h.bytes[3]);
    h.bytes[0] = 0x6f;
    printf("version %u ihl %u\n", h.f.version, h.f.ihl);

    union perm p = {.all = 0};
    p.r = 1;
    p.x = 1;
    p.owner = 77;
    printf("%04x\n", p.all);
    p.all = 0xab02;
    printf("%d%d%d %d, size %zu\n", p.r, p.w, p.x, p.owner, sizeof p);
    return p.owner;
}

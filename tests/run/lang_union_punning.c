// Unions: reading one member after writing another, for integers, floats and byte arrays.
#include <stdint.h>
#include <stdio.h>

union num {
    uint64_t u64;
    int64_t i64;
    uint32_t u32[2];
    uint16_t u16[4];
    uint8_t u8[8];
    double d;
    float f[2];
};

union sized {
    char c;
    short s;
    char name[11];
    int i;
};

struct variant {
    enum { V_INT, V_DBL, V_STR } kind;
    union {
        long i;
        double d;
        const char *s;
    };
};

static void show(const struct variant *v) {
    switch (v->kind) {
    case V_INT: printf("int %ld\n", v->i); break;
    case V_DBL: printf("dbl %g\n", v->d); break;
    case V_STR: printf("str %s\n", v->s); break;
    }
}

int main(void) {
    union num n = {.u64 = 0x0123456789abcdefull};
    printf("%x %x %x %x %x\n", n.u32[0], n.u32[1], n.u16[3], n.u8[0], n.u8[7]);
    n.u8[7] = 0xff;
    printf("%lld\n", (long long)n.i64);
    n.d = 1.5;
    printf("%016llx\n", (unsigned long long)n.u64);
    n.u32[1] ^= 0x80000000u;
    printf("%g\n", n.d);
    n.f[0] = -1.0f;
    n.f[1] = 0.1f;
    printf("%08x %08x\n", n.u32[0], n.u32[1]);
    n.u64 = 0x7ff0000000000000ull;
    printf("%f\n", n.d);
    union sized s = {.name = "abcdefghij"};
    s.c = 'Z';
    printf("%s %zu\n", s.name, sizeof s);
    s.s = 0x4241;
    printf("%s\n", s.name);
    struct variant vs[] = {{V_INT, .i = -77}, {V_DBL, .d = 2.25}, {.kind = V_STR, .s = "text"}};
    for (int i = 0; i < 3; i++) show(&vs[i]);
    vs[0] = vs[2];
    show(vs);
    return 0;
}

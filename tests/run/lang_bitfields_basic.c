// Bit-fields: signed, unsigned, zero-width and straddling members.
#include <stdio.h>
#include <string.h>

struct basic {
    unsigned a : 3;
    signed b : 5;
    unsigned c : 11;
    signed d : 1;
    unsigned e : 12;
};

struct zero {
    unsigned a : 4;
    unsigned : 0;
    unsigned b : 4;
    unsigned : 5;
    unsigned c : 3;
};

struct wide {
    unsigned long long a : 40;
    long long b : 23;
    unsigned long long c : 1;
    unsigned long long d : 33;
};

static void dump(const void *p, size_t n) {
    const unsigned char *b = p;
    for (size_t i = 0; i < n; i++) printf("%02x", b[i]);
    printf(" (%zu bytes)\n", n);
}

int main(void) {
    struct basic x;
    memset(&x, 0, sizeof x);
    x.a = 5;
    x.b = -13;
    x.c = 1999;
    x.d = -1;
    x.e = 0xabc;
    printf("%u %d %u %d %x\n", x.a, x.b, x.c, x.d, x.e);
    dump(&x, sizeof x);
    x.a += 6;
    x.b -= 3;
    x.c++;
    x.e = ~x.e;
    printf("%u %d %u %d %x\n", x.a, x.b, x.c, x.d, x.e);
    dump(&x, sizeof x);

    struct zero z;
    memset(&z, 0, sizeof z);
    z.a = 15;
    z.b = 9;
    z.c = 5;
    printf("%u %u %u\n", z.a, z.b, z.c);
    dump(&z, sizeof z);

    struct wide w;
    memset(&w, 0, sizeof w);
    w.a = 0xfedcba9876ull;
    w.b = -4000000;
    w.c = 1;
    w.d = 0x1ffffffffull;
    printf("%llx %lld %d %llx\n", (unsigned long long)w.a, (long long)w.b, (int)w.c, (unsigned long long)w.d);
    dump(&w, sizeof w);
    w.d++;
    w.a <<= 4;
    printf("%llx %llx\n", (unsigned long long)w.a, (unsigned long long)w.d);
    return x.a;
}

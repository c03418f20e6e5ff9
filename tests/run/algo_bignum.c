// Big numbers: addition, multiplication, division by a word, factorial and Fibonacci.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define LIMBS 20
typedef struct { uint32_t d[LIMBS]; } big;

static big from(uint32_t v) { return (big){{v}}; }
static big add(big a, big b) {
    uint64_t c = 0;
    for (int i = 0; i < LIMBS; i++) {
        c += (uint64_t)a.d[i] + b.d[i];
        a.d[i] = (uint32_t)c;
        c >>= 32;
    }
    return a;
}
static big sub(big a, big b) {
    int64_t c = 0;
    for (int i = 0; i < LIMBS; i++) {
        c += (int64_t)a.d[i] - b.d[i];
        a.d[i] = (uint32_t)c;
        c >>= 32;
    }
    return a;
}
static big mul(big a, big b) {
    big r = from(0);
    for (int i = 0; i < LIMBS; i++) {
        uint64_t c = 0;
        if (!a.d[i]) continue;
        for (int j = 0; i + j < LIMBS; j++) {
            c += (uint64_t)a.d[i] * b.d[j] + r.d[i + j];
            r.d[i + j] = (uint32_t)c;
            c >>= 32;
        }
    }
    return r;
}
static uint32_t divmod(big *a, uint32_t m) {
    uint64_t r = 0;
    for (int i = LIMBS; i-- > 0;) {
        r = r << 32 | a->d[i];
        a->d[i] = (uint32_t)(r / m);
        r %= m;
    }
    return (uint32_t)r;
}
static int zero(const big *a) {
    for (int i = 0; i < LIMBS; i++) if (a->d[i]) return 0;
    return 1;
}
static void print(big a) {
    char buf[LIMBS * 10 + 1], *p = buf + sizeof buf;
    *--p = 0;
    do *--p = (char)('0' + divmod(&a, 10));
    while (!zero(&a));
    puts(p);
}
static big parse(const char *s) {
    big r = from(0);
    for (; *s; s++) r = add(mul(r, from(10)), from((uint32_t)(*s - '0')));
    return r;
}

int main(void) {
    big f = from(1);
    for (uint32_t i = 2; i <= 60; i++) f = mul(f, from(i));
    print(f);
    big a = from(0), b = from(1);
    for (int i = 0; i < 300; i++) {
        big t = add(a, b);
        a = b;
        b = t;
    }
    print(a);
    big p = parse("123456789012345678901234567890123456789");
    print(mul(p, p));
    print(sub(mul(p, p), parse("999999999999999999999999999999")));
    big two = from(1);
    for (int i = 0; i < 256; i++) two = add(two, two);
    print(sub(two, from(189)));
    uint32_t r = divmod(&f, 1000003);
    printf("%u\n", r);
    print(f);
    return (int)(r % 256);
}

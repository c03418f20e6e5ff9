// Memory seen as bytes: pointers copied byte by byte, partial overwrites, overlapping views.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct rec { uint16_t a; uint32_t b; int *p; void (*f)(int); double d; };
static int target = 77;
static void hello(int n) { printf("called %d\n", n); }

static void byte_copy(void *to, const void *from, size_t n) {
    unsigned char *t = to;
    const unsigned char *f = from;
    while (n--) *t++ = *f++;
}
static void word_copy(void *to, const void *from, size_t n) {
    for (size_t i = 0; i < n; i += 4) {
        uint32_t w;
        memcpy(&w, (const char *)from + i, 4);
        memcpy((char *)to + i, &w, 4);
    }
}

int main(void) {
    struct rec r = {1, 2, &target, hello, 0.5}, s, t;
    byte_copy(&s, &r, sizeof r);
    printf("%d %u %d %g\n", s.a, s.b, *s.p, s.d);
    s.f(1);
    word_copy(&t, &s, sizeof s);
    *t.p += 1;
    t.f(target);
    uint64_t v = 0x1111111111111111ull;
    unsigned char *b = (unsigned char *)&v;
    b[2] = 0xab;
    b[7] = 0;
    printf("%016llx\n", (unsigned long long)v);
    uint16_t half = 0xcdef;
    memcpy(b + 3, &half, 2);
    printf("%016llx\n", (unsigned long long)v);
    int x = 0x01020304;
    char *c = (char *)&x;
    char tmp = c[0];
    c[0] = c[3];
    c[3] = tmp;
    printf("%08x\n", (unsigned)x);
    double d = 3.0;
    unsigned char db[8];
    memcpy(db, &d, 8);
    db[7] ^= 0x80;
    memcpy(&d, db, 8);
    printf("%g\n", d);
    /* A pointer split in halves and joined in another object. */
    int *p = &target, *q;
    unsigned char lo[4], hi[4];
    memcpy(lo, &p, 4);
    memcpy(hi, (char *)&p + 4, 4);
    memcpy((char *)&q + 4, hi, 4);
    memcpy(&q, lo, 4);
    printf("%d %d\n", *q, p == q);
    /* Shifting an array of words by one byte and back. */
    uint32_t w[4] = {0x03020100, 0x07060504, 0x0b0a0908, 0x0f0e0d0c};
    memmove((char *)w + 1, w, 15);
    printf("%08x %08x %08x %08x\n", w[0], w[1], w[2], w[3]);
    memmove(w, (char *)w + 1, 15);
    printf("%08x %08x %08x %08x\n", w[0], w[1], w[2], w[3]);
    int *ptrs[4] = {&target, p, NULL, q}, *back[4];
    memcpy(back, ptrs, sizeof ptrs);
    int n = 0;
    for (int i = 0; i < 4; i++) n += back[i] ? *back[i] : 1;
    printf("%d %d\n", n, memcmp(ptrs, back, sizeof ptrs));
    struct rec zero;
    memset(&zero, 0, sizeof zero);
    printf("%d %d %g\n", zero.p == NULL, zero.f == NULL, zero.d);
    return target;
}

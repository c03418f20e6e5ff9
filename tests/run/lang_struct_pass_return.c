// Structs of 1 to 40 bytes passed and returned by value, with floats mixed in.
#include <stdio.h>
#include <string.h>

#define BYTES(N) \
    struct b##N { unsigned char v[N]; }; \
    static struct b##N rev##N(struct b##N s) { \
        struct b##N r; \
        for (int i = 0; i < N; i++) r.v[i] = s.v[N - 1 - i]; \
        s.v[0] = 0; \
        return r; \
    } \
    static int test##N(void) { \
        struct b##N s, t; \
        for (int i = 0; i < N; i++) s.v[i] = (unsigned char)(i * 7 + N); \
        t = rev##N(s); \
        int sum = 0; \
        for (int i = 0; i < N; i++) sum += t.v[i] * (i + 1); \
        return sum + (memcmp(&s, &(struct b##N){{0}}, N) != 0) + rev##N(rev##N(t)).v[0]; \
    }

BYTES(1) BYTES(2) BYTES(3) BYTES(4) BYTES(5) BYTES(6) BYTES(7) BYTES(8)
BYTES(9) BYTES(10) BYTES(11) BYTES(12) BYTES(13) BYTES(15) BYTES(16) BYTES(17)
BYTES(20) BYTES(24) BYTES(31) BYTES(32) BYTES(33) BYTES(40)

struct f1 { float a; };
struct f2 { float a, b; };
struct f3 { float a, b, c; };
struct fi { float f; int i; };
struct dc { double d; char c; };
struct cd { char c; double d; };
struct nest { struct f2 f; struct { short s; char c; } in; };
struct ldbl { long double v; int i; };
struct ptrs { void *p; const char *s; };

static struct f1 mf1(float a) { return (struct f1){a * 2}; }
static struct f2 mf2(struct f1 x, float b) { return (struct f2){x.a, b}; }
static struct f3 mf3(struct f2 x, float c) { return (struct f3){x.a, x.b, c}; }
static struct fi mfi(struct f3 x, int i) { return (struct fi){x.a + x.b + x.c, i}; }
static struct dc mdc(struct fi x, char c) { return (struct dc){x.f * x.i, c}; }
static struct cd mcd(struct dc x) { return (struct cd){x.c, x.d + 1}; }
static struct nest mn(struct cd x, struct f2 f) { return (struct nest){f, {(short)x.d, x.c}}; }
static struct ldbl ml(struct nest n, long double k) { return (struct ldbl){k * n.in.s, n.in.c}; }
static struct ptrs mp(struct ldbl l, void *p) { return (struct ptrs){p, l.i == 'q' ? "yes" : "no"}; }

int main(void) {
    printf("%d %d %d %d %d %d %d %d\n", test1(), test2(), test3(), test4(), test5(), test6(), test7(), test8());
    printf("%d %d %d %d %d %d %d %d\n", test9(), test10(), test11(), test12(), test13(), test15(), test16(), test17());
    printf("%d %d %d %d %d %d\n", test20(), test24(), test31(), test32(), test33(), test40());
    struct f2 two = mf2(mf1(1.25f), 3);
    struct fi fi = mfi(mf3(two, 4.5f), 6);
    struct cd cd = mcd(mdc(fi, 'q'));
    struct nest n = mn(cd, two);
    struct ldbl l = ml(n, 0.5L);
    struct ptrs p = mp(l, &l);
    printf("%g %d %c %g %d %Lg %s %d\n", (double)fi.f, fi.i, cd.c, cd.d, n.in.s, l.v, p.s, p.p == &l);
    return n.in.s;
}

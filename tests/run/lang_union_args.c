// Unions by value, transparent unions, unions of structs with a common initial sequence.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

union small { char c; short s; };
union mixed { double d; int i[2]; };
union large { char text[40]; long l[5]; };
union fp { float f; double d; long double ld; };
typedef union { int *ip; float *fp; } any __attribute__((transparent_union));

struct circle { int kind; double r; };
struct square { int kind; int side; char label[4]; };
union shape { int kind; struct circle c; struct square s; };

static union small inc(union small u) { u.s++; return u; }
static union mixed half(union mixed u) { u.d /= 2; return u; }
static union large shout(union large u) { for (char *p = u.text; *p; p++) *p ^= 0x20; return u; }
static union fp widen(float f) { union fp u; u.ld = f; return u; }
static int deref(any a, int is_int) { return is_int ? *a.ip : (int)(*a.fp * 10); }
static double area(union shape s) { return s.kind == 1 ? s.c.r * s.c.r * 3 : (double)s.s.side * s.s.side; }
static union shape make(int kind, int n) {
    union shape s;
    memset(&s, 0, sizeof s);
    if (kind == 1) s.c = (struct circle){1, n};
    else s.s = (struct square){2, n, "sq"};
    return s;
}

int main(void) {
    union small a = {.s = 0x41ff};
    a = inc(a);
    printf("%x %d\n", (unsigned)a.s, a.c);
    union mixed m = half((union mixed){.d = 5});
    printf("%g %x %x\n", m.d, (unsigned)m.i[0], (unsigned)m.i[1]);
    union large l = shout((union large){.text = "Hello"});
    printf("%s %zu\n", l.text, sizeof l);
    union fp w = widen(1.5f);
    printf("%Lg %zu\n", w.ld, sizeof w);
    int i = 6;
    float f = 0.7f;
    printf("%d %d\n", deref(&i, 1), deref(&f, 0));
    union shape shapes[] = {make(1, 2), make(2, 5), make(1, 10)};
    double t = 0;
    for (int k = 0; k < 3; k++) t += area(shapes[k]);
    printf("%g %s %d\n", t, shapes[1].s.label, shapes[2].kind);
    shapes[0] = shapes[1];
    shapes[0].s.side--;
    printf("%g %g\n", area(shapes[0]), area(shapes[1]));
    union { uint32_t u; struct { uint8_t r, g, b, a; }; uint8_t ch[4]; } px = {0};
    px.r = 0x11, px.g = 0x22, px.a = 0xff;
    px.ch[2] = 0x33;
    printf("%08x\n", px.u);
    return (int)t % 256;
}

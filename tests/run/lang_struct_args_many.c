// Calls with many parameters of mixed classes, so that some spill to the stack.
#include <stdio.h>

struct pt { int x, y; };
struct dd { double a, b; };
struct big { long v[5]; };
struct mix { int i; float f; double d; };

static long ints(int a, long b, short c, char d, unsigned e, long long f, int g, unsigned char h, long i, short j) {
    return a + 2 * b + 3 * c + 4 * d + 5 * (long)e + 6 * f + 7 * g + 8 * h + 9 * i + 10 * j;
}

static double floats(float a, double b, float c, double d, double e, float f, double g, float h, double i, float j, long double k) {
    return a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * f + 7 * g + 8 * h + 9 * i + 10 * j + (double)(11 * k);
}

static double mixed(int a, double b, struct pt c, struct dd d, long e, struct big f, float g, struct mix h, char *s, struct pt i, struct dd j, struct pt k, int l) {
    printf("%d %g (%d %d) (%g %g) %ld [%ld %ld] %g {%d %g %g} %s (%d %d) (%g %g) (%d %d) %d\n", a, b, c.x, c.y, d.a, d.b, e,
           f.v[0], f.v[4], (double)g, h.i, (double)h.f, h.d, s, i.x, i.y, j.a, j.b, k.x, k.y, l);
    return a + b + c.x + d.a + (double)e + (double)f.v[2] + g + h.d + i.y + j.b + k.x + l;
}

static struct big shift(struct big b, int n, struct big c) {
    for (int i = 0; i < 5; i++) b.v[i] = b.v[i] * n + c.v[4 - i];
    return b;
}

static struct big apply(struct big (*f)(struct big, int, struct big), struct big x) { return f(x, 2, f(x, 3, x)); }

int main(void) {
    printf("%ld\n", ints(1, -2, 3, -4, 5, -6, 7, 8, -9, 10));
    printf("%ld\n", ints(-1, 1L << 33, -300, 'z', 4000000000u, -(1LL << 40), 0, 255, 5, -32768));
    printf("%g\n", floats(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11));
    struct pt p = {1, -1};
    struct dd d = {0.5, 0.25};
    struct big b = {{10, 20, 30, 40, 50}};
    struct mix m = {6, 6.5f, 6.75};
    printf("%g\n", mixed(9, 1.5, p, d, -7, b, 2.5f, m, "str", p, d, p, 99));
    double (*fp)(int, double, struct pt, struct dd, long, struct big, float, struct mix, char *, struct pt, struct dd, struct pt, int) = mixed;
    p.x = 1000;
    b.v[2] = -5;
    printf("%g\n", fp(0, 0, p, d, 0, b, 0, m, "", p, d, p, 0));
    struct big r = apply(shift, b);
    for (int i = 0; i < 5; i++) printf("%ld ", r.v[i]);
    printf("%ld\n", b.v[0]);
    return (int)(r.v[1] & 0xff);
}

// Structs of several register classes passed through variable arguments.
#include <stdarg.h>
#include <stdio.h>

struct tiny { char a, b, c; };
struct ints { int x, y; };
struct two { long a, b; };
struct dbls { double x, y; };
struct mix { double d; int i; };
struct flt { float a, b, c; };
struct big { int v[7]; };
struct ld { long double v; };
union un { double d; long l; };

static void show(const char *kinds, ...) {
    va_list ap;
    va_start(ap, kinds);
    for (; *kinds; kinds++) {
        switch (*kinds) {
        case 't': { struct tiny t = va_arg(ap, struct tiny); printf("t(%d %d %d) ", t.a, t.b, t.c); break; }
        case 'i': { struct ints t = va_arg(ap, struct ints); printf("i(%d %d) ", t.x, t.y); break; }
        case '2': { struct two t = va_arg(ap, struct two); printf("2(%ld %ld) ", t.a, t.b); break; }
        case 'd': { struct dbls t = va_arg(ap, struct dbls); printf("d(%g %g) ", t.x, t.y); break; }
        case 'm': { struct mix t = va_arg(ap, struct mix); printf("m(%g %d) ", t.d, t.i); break; }
        case 'f': { struct flt t = va_arg(ap, struct flt); printf("f(%g %g %g) ", (double)t.a, (double)t.b, (double)t.c); break; }
        case 'b': { struct big t = va_arg(ap, struct big); printf("b(%d..%d) ", t.v[0], t.v[6]); break; }
        case 'l': { struct ld t = va_arg(ap, struct ld); printf("l(%Lg) ", t.v); break; }
        case 'u': { union un t = va_arg(ap, union un); printf("u(%g) ", t.d); break; }
        case 'n': printf("n%d ", va_arg(ap, int)); break;
        case 'g': printf("g%g ", va_arg(ap, double)); break;
        }
    }
    va_end(ap);
    puts("");
}

int main(void) {
    struct tiny t = {1, -2, 3};
    struct ints i = {40, -50};
    struct two w = {1L << 40, -9};
    struct dbls d = {0.5, -0.25};
    struct mix m = {6.5, 66};
    struct flt f = {1.5f, 2.5f, 3.5f};
    struct big b = {{7, 0, 0, 0, 0, 0, 77}};
    struct ld l = {1e100L};
    union un u = {.d = 4.75};
    show("ti2dmfblu", t, i, w, d, m, f, b, l, u);
    show("nnnn2n2n", 1, 2, 3, 4, w, 5, w, 6);
    show("gggggggdgdg", 1., 2., 3., 4., 5., 6., 7., d, 8., d, 9.);
    show("mmmmmmmn", m, m, m, m, m, m, m, 1);
    show("bnbgbn", b, 1, b, 2.0, b, 3);
    show("ulululn", u, l, u, l, u, l, 12);
    show("fffff", f, f, f, f, f);
    return 0;
}

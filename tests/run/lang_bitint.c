// _BitInt of odd widths up to 128: wrap, conversion, shifts and comparison.
// flags: -std=c2x
#include <stdio.h>

typedef unsigned _BitInt(5) u5;
typedef _BitInt(7) s7;
typedef _BitInt(37) s37;
typedef unsigned _BitInt(37) u37;
typedef unsigned _BitInt(100) u100;
typedef _BitInt(128) s128;

static void hex(unsigned _BitInt(128) v) {
    printf("%llx:%016llx\n", (unsigned long long)(v >> 64), (unsigned long long)v);
}

static u37 mix(u37 v) {
    v ^= v << 13;
    v ^= v >> 7;
    v ^= v << 17;
    return v;
}

int main(void) {
    u5 a = 30;
    for (int i = 0; i < 5; i++) printf("%d ", (int)a++);
    puts("");
    a = (u5)77;
    printf("%d %d\n", (int)a, (int)(u5)(a * a));
    s7 b = (s7)100;
    printf("%d %d\n", (int)b, (int)(s7)(b - 40));
    s7 q = -50, r = 7;
    printf("%d %d %d\n", (int)(q / r), (int)(q % r), (int)(q >> 2));
    s37 c = (s37)0x1fffffffffLL;
    printf("%lld\n", (long long)c);
    c = 68719476735;
    printf("%lld %lld\n", (long long)c, (long long)(s37)((u37)c + 1));
    u37 x = 12345678901;
    for (int i = 0; i < 4; i++) {
        x = mix(x);
        printf("%llu ", (unsigned long long)x);
    }
    puts("");
    u100 f = 1;
    for (int i = 2; i <= 27; i++) f *= (u100)i;
    hex(f);
    hex((u100)~f);
    u100 m = (u100)-1;
    hex(m);
    hex((u100)(m + 2));
    hex(m / (u100)1000003);
    printf("%d %d\n", m > f, (int)(f % (u100)101));
    s128 n = 1;
    n <<= 90;
    n = -n;
    hex((unsigned _BitInt(128))n);
    hex((unsigned _BitInt(128))(n / 3));
    printf("%d %d\n", n < 0, c > (s37)a);
    printf("%g %g\n", (double)c, (double)(s37)-123456789);
    printf("%zu %zu %zu %zu\n", sizeof(u5), sizeof(s37), sizeof(u100), sizeof(s128));
    return (int)a;
}

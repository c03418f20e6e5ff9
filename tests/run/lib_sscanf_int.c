// sscanf of integers: d i u x o with widths, suppression, modifiers, %n and failures.
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    int a = -1, b = -1, c = -1, n = -1;
    printf("%d ", sscanf("12 -34 +56", "%d %d %d", &a, &b, &c));
    printf("%d %d %d\n", a, b, c);
    printf("%d ", sscanf("0x1F 010 9", "%i %i %i", &a, &b, &c));
    printf("%d %d %d\n", a, b, c);
    unsigned u, x, o;
    printf("%d ", sscanf("42 dead 777", "%u %x %o", &u, &x, &o));
    printf("%u %x %o\n", u, x, o);
    printf("%d ", sscanf("0xBEEF,0XAb", "%x,%X", &x, &u));
    printf("%x %x\n", x, u);
    printf("%d ", sscanf("123456", "%2d%3d%d", &a, &b, &c));
    printf("%d %d %d\n", a, b, c);
    printf("%d ", sscanf("10 20 30", "%*d %d %*d%n", &a, &n));
    printf("%d %d\n", a, n);
    signed char hh;
    short h;
    long l;
    long long ll;
    intmax_t j;
    size_t z;
    ptrdiff_t t;
    printf("%d ", sscanf("-7 -300 -5000000000 9223372036854775807 -1 99 -8", "%hhd %hd %ld %lld %jd %zu %td", &hh, &h, &l, &ll, &j, &z, &t));
    printf("%d %d %ld %lld %jd %zu %td\n", hh, h, l, ll, j, z, t);
    a = 111;
    printf("%d %d\n", sscanf("abc", "%d", &a), a);
    printf("%d\n", sscanf("", "%d", &a));
    printf("%d\n", sscanf("   ", "%d", &a));
    printf("%d ", sscanf("5 apples", "%d oranges%n", &a, &n));
    printf("%d\n", a);
    printf("%d ", sscanf("3:4:5", "%d:%d-%d", &a, &b, &c));
    printf("%d %d\n", a, b);
    printf("%d ", sscanf("50%off", "%d%%o%n", &a, &n));
    printf("%d %d\n", a, n);
    printf("%d ", sscanf("  \t\n 8 , 9", "%d ,%d", &a, &b));
    printf("%d %d\n", a, b);
    int y, mo, d;
    printf("%d ", sscanf("2024-02-29T", "%4d-%2d-%2dT%n", &y, &mo, &d, &n));
    printf("%d %d %d %d\n", y, mo, d, n);
    printf("%d ", sscanf("-", "%d", &a));
    printf("%d ", sscanf("+5", "%u", &u));
    printf("%u\n", u);
    printf("%d ", sscanf("-2", "%u", &u));
    printf("%u\n", u);
    printf("%d ", sscanf("08", "%i%n", &a, &n));
    printf("%d %d\n", a, n);
    int64_t i64;
    uint16_t u16;
    printf("%d ", sscanf("-77 65535", "%" SCNd64 " %" SCNu16, &i64, &u16));
    printf("%" PRId64 " %" PRIu16 "\n", i64, u16);
    return a;
}

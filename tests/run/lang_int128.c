// __int128: multiplication, division, shifts, comparison and printing by hand.
#include <stdint.h>
#include <stdio.h>

typedef __int128 i128;
typedef unsigned __int128 u128;

static void print_u(u128 v) {
    char buf[48], *p = buf + sizeof buf;
    *--p = 0;
    do *--p = (char)('0' + (int)(v % 10));
    while (v /= 10);
    fputs(p, stdout);
}

static void print_i(i128 v) {
    if (v < 0) putchar('-');
    print_u(v < 0 ? -(u128)v : (u128)v);
    putchar(' ');
}

static void hex(u128 v) { printf("%016llx:%016llx ", (unsigned long long)(v >> 64), (unsigned long long)v); }

static u128 power(u128 b, unsigned e) {
    u128 r = 1;
    for (; e; e >>= 1, b *= b)
        if (e & 1) r *= b;
    return r;
}

static u128 isqrt(u128 n) {
    u128 lo = 0, hi = (u128)1 << 64;
    while (lo < hi) {
        u128 mid = lo + (hi - lo) / 2;
        if (mid * mid <= n) lo = mid + 1;
        else hi = mid;
    }
    return lo - 1;
}

int main(void) {
    volatile uint64_t x = 0xfedcba9876543210ull, y = 0x123456789abcdefull;
    u128 prod = (u128)x * y;
    hex(prod);
    print_u(prod);
    puts("");
    i128 neg = -(i128)prod;
    print_i(neg);
    print_i(neg / 1000000007);
    print_i(neg % 1000000007);
    print_i(neg >> 70);
    puts("");
    print_u(power(3, 80));
    putchar(' ');
    print_u(power(7, 60));
    puts("");
    for (int s = 0; s < 128; s += 21) hex(prod << s);
    puts("");
    for (int s = 0; s < 128; s += 25) hex((u128)neg >> s);
    puts("");
    printf("%d %d %d\n", neg < 0, prod > power(2, 120), (u128)neg > prod);
    u128 fact = 1;
    for (int i = 2; i <= 33; i++) fact *= (unsigned)i;
    print_u(fact);
    printf(" %d\n", (int)(fact % 97));
    print_u(prod / ((u128)x << 3));
    putchar(' ');
    print_u(isqrt(prod));
    printf("\n%.17g %.17g\n", (double)prod, (double)neg);
    print_i((i128)-1e20);
    print_u((u128)1e38);
    printf("\n%d %d\n", (int)(uint8_t)prod, (int)sizeof(u128));
    hex(~prod ^ (prod | 0xff));
    puts("");
    return (int)(fact >> 64 & 0x7f);
}

// Function pointers, varargs, recursion and structs by value.
#include <stdarg.h>
struct pair { long a; int b; };
struct big { long v[5]; };
static unsigned long add(unsigned long x, unsigned long y) { return x + y; }
static unsigned long mix(unsigned long x, unsigned long y) { return x * 33 ^ y; }
static unsigned long (*const table[2])(unsigned long, unsigned long) = {add, mix};
static struct pair swap(struct pair p) { return (struct pair){p.b, (int)p.a}; }
static long total(struct big b) { return b.v[0] + b.v[4]; }
static unsigned long sum(int n, ...) {
    va_list args;
    unsigned long r = 0;
    va_start(args, n);
    for (int i = 0; i < n; i++)
        r = r * 3 + (i & 1 ? va_arg(args, unsigned long) : (unsigned long)va_arg(args, int));
    va_end(args);
    return r;
}
static unsigned gcd(unsigned x, unsigned y) { return y ? gcd(y, x % y) : x; }
unsigned long test(unsigned a, unsigned b, unsigned long c) {
    struct pair p = swap((struct pair){(long)c, (int)a});
    struct big g = {{(long)a, 0, 0, 0, (long)b}};
    unsigned long r = table[a & 1](c, b);
    r += sum(9, (int)a, c, (int)b, c + 1, 3, c + 2, 4, c + 3, (int)a) + (unsigned long)total(g);
    return r + gcd(a & 1023, b & 1023) + (unsigned long)p.a + (unsigned long)p.b;
}

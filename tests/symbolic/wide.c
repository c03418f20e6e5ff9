// 128-bit integers and odd widths in bit-fields.
struct bits {
    unsigned long a : 37, b : 27;
    long c : 5;
};
unsigned long test(unsigned a, unsigned b, unsigned long c) {
    unsigned __int128 x = (unsigned __int128)c * a + b;
    __int128 y = (__int128)(long)c - a;
    struct bits s = {c, a, (long)b};
    x = (x << 7) ^ (x >> 61);
    unsigned __int128 q = x / (b | 1u), r = x % (a | 1u);
    return (unsigned long)(x >> 64) ^ (unsigned long)x ^ (unsigned long)(y >> 3) ^ (unsigned long)q ^
           (unsigned long)r ^ s.a ^ (unsigned long)s.b << 20 ^ (unsigned long)s.c ^ (unsigned long)(y < 0);
}

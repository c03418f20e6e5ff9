// Builtins of the compiler.
unsigned long test(unsigned a, unsigned b, unsigned long c) {
    unsigned long r = (unsigned long)__builtin_popcount(a) + (unsigned long)__builtin_clz(b | 1) * 3;
    r += (unsigned long)__builtin_ctzl(c | 1ul << 40) + __builtin_bswap32(a) + __builtin_bswap64(c);
    int s;
    unsigned u;
    long l;
    r = r * 2 + (unsigned long)__builtin_add_overflow((int)a, (int)b, &s) + (unsigned long)s;
    r = r * 2 + (unsigned long)__builtin_mul_overflow(a, b, &u) + u;
    r = r * 2 + (unsigned long)__builtin_sub_overflow((long)c, (long)a, &l) + (unsigned long)l;
    r ^= __builtin_rotateleft32(a, b) + __builtin_rotateright64(c, a);
    return r + (unsigned long)__builtin_expect(a > b, 1) + (unsigned long)__builtin_bitreverse16((unsigned short)a);
}

// Arithmetic at every width, signed and unsigned, with promotions.
unsigned long test(unsigned a, unsigned b, unsigned long c) {
    signed char x = (signed char)a;
    unsigned char y = (unsigned char)b;
    short s = (short)(a >> 3);
    int i = (int)(b & 0xffff);
    long l = (long)(c >> 1);
    unsigned long r = (unsigned long)(x * y) + (unsigned long)(s - i);
    r = r * 31 + (unsigned long)(l / (i | 1)) + (unsigned long)(l % (y | 1));
    r ^= a / (b | 1) + a % (b | 1) + c / (a | 1ul);
    r += (unsigned long)(x < y) << 5 | (unsigned long)(s >= i) << 6 | (c > a) << 7;
    return r - (unsigned long)(int)~a + (c << (b & 63)) + (c >> (a & 63)) + (unsigned long)(l >> (b & 31));
}

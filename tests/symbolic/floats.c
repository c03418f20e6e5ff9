// Floating point in all sizes, conversions and comparisons.
unsigned long test(unsigned a, unsigned b, unsigned long c) {
    double x = (double)a / 7.0, y = (double)(int)b * 0.5;
    float f = (float)c, g = (float)a - 0.1f;
    long double z = (long double)c + x;
    unsigned long r = (unsigned long)(long)(x * 3.0 - y) + (unsigned)(f > g);
    r += (unsigned long)(z / 3.0L) + (unsigned long)(x < y) * 8 + (unsigned long)(-x <= y);
    r ^= (unsigned long)(long)(float)(g * 2.5f);
    return r + (unsigned long)(x == (double)a / 7.0);
}

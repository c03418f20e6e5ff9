// Branches, switches and loops that depend on the input.
static int classify(unsigned n) {
    switch (n % 9) {
    case 0:
        return 10;
    case 2:
    case 3:
        return 20;
    case 7:
        n++; /* fall through */
    case 8:
        return (int)(n & 7);
    default:
        return -1;
    }
}
unsigned long test(unsigned a, unsigned b, unsigned long c) {
    unsigned long r = 0;
    for (unsigned i = 0; i < (a & 15); i++) {
        if ((b >> i) & 1)
            r = r * 3 + c;
        else if (i % 3 == 0 && c > r)
            r ^= i;
        else
            continue;
        if (r % 11 == 5)
            break;
    }
    return r + (unsigned long)classify(a) * 1000 + (unsigned long)classify(b);
}

// A fraction from the command line is reduced.
#include <stdio.h>

static unsigned gcd(unsigned a, unsigned b) {
    while (b != 0) {
        unsigned r = a % b;
        a = b;
        b = r;
    }
    return a;
}

int main(void) {
    unsigned n, d;
    if (scanf("%u/%u", &n, &d) != 2 || n > 100 || d > 100)
        return 1;
    unsigned g = gcd(n, d);
    if (g == 0)
        return 1;
    printf("%u/%u\n", n / g, d / g);
    return 0;
}

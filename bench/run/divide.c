// Trial division: counts primes and adds up the smallest factors of the rest.
#include <stdio.h>

static unsigned smallest_factor(unsigned n) {
    if (n % 2 == 0)
        return 2;
    for (unsigned d = 3; d * d <= n; d += 2)
        if (n % d == 0)
            return d;
    return n;
}

int main(void) {
    unsigned primes = 0;
    unsigned long factors = 0;
    for (unsigned n = 2; n < 120000; n++) {
        unsigned f = smallest_factor(n);
        if (f == n)
            primes++;
        else
            factors += f;
    }
    printf("%u primes, factors add up to %lu\n", primes, factors);
    return 0;
}

// Primes: sieve in a bit array, factorisation, Goldbach pairs, totient and modular power.
#include <stdint.h>
#include <stdio.h>

#define LIMIT 10000
static uint32_t composite[LIMIT / 32 + 1];
static int is_prime(unsigned n) { return n > 1 && !(composite[n / 32] >> n % 32 & 1); }

static void sieve(void) {
    for (unsigned i = 2; i * i < LIMIT; i++)
        if (is_prime(i))
            for (unsigned j = i * i; j < LIMIT; j += i) composite[j / 32] |= 1u << j % 32;
}
static void factor(uint64_t n) {
    printf("%llu =", (unsigned long long)n);
    for (uint64_t p = 2; p * p <= n; p += 1 + (p > 2))
        while (n % p == 0) {
            printf(" %llu", (unsigned long long)p);
            n /= p;
        }
    if (n > 1) printf(" %llu", (unsigned long long)n);
    puts("");
}
static uint64_t power(uint64_t b, uint64_t e, uint64_t m) {
    uint64_t r = 1;
    for (b %= m; e; e >>= 1, b = b * b % m) if (e & 1) r = r * b % m;
    return r;
}
static unsigned totient(unsigned n) {
    unsigned t = n;
    for (unsigned p = 2; p * p <= n; p++)
        if (n % p == 0) {
            t -= t / p;
            while (n % p == 0) n /= p;
        }
    return n > 1 ? t - t / n : t;
}

int main(void) {
    sieve();
    int count = 0, twins = 0;
    unsigned last = 0;
    for (unsigned i = 0; i < LIMIT; i++)
        if (is_prime(i)) {
            count++;
            if (i - last == 2) twins++;
            last = i;
        }
    printf("%d primes, %d twins, last %u\n", count, twins, last);
    for (unsigned n = 10; n < 60; n += 12)
        for (unsigned p = 2; p <= n / 2; p++)
            if (is_prime(p) && is_prime(n - p)) {
                printf("%u=%u+%u ", n, p, n - p);
                break;
            }
    puts("");
    factor(360);
    factor(9973);
    factor(600851475143ull);
    factor(1ull << 40);
    printf("%llu %llu\n", (unsigned long long)power(2, 1000, 1000000007), (unsigned long long)power(3, 1ull << 40, 998244353));
    unsigned sum = 0;
    for (unsigned i = 1; i <= 100; i++) sum += totient(i);
    printf("%u\n", sum);
    int fermat = 0;
    for (unsigned n = 3; n < 1000; n += 2) fermat += (power(2, n - 1, n) == 1) != is_prime(n);
    return fermat;
}

/* Prints the primes up to a bound, by Eratosthenes' sieve: primes BOUND */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned count_primes(const unsigned char *composite, unsigned bound)
{
    unsigned count = 0;
    for (unsigned n = 2; n <= bound; n++)
        if (!composite[n])
            count++;
    return count;
}

static void sieve(unsigned char *composite, unsigned bound)
{
    memset(composite, 0, bound + 1);
    for (unsigned n = 2; n * n <= bound; n++)
        if (!composite[n])
            for (unsigned m = n * n; m <= bound; m += n)
                composite[m] = 1;
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "usage: %s BOUND\n", argv[0]);
        return 2;
    }
    char *end;
    long bound = strtol(argv[1], &end, 10);
    if (*end || bound < 0 || bound > 1000000) {
        fprintf(stderr, "%s: not a number from 0 to 1000000\n", argv[1]);
        return 2;
    }
    unsigned char *composite = malloc((size_t)bound + 1);
    if (!composite) {
        perror("malloc");
        return 1;
    }
    sieve(composite, (unsigned)bound);
    for (long n = 2; n <= bound; n++)
        if (!composite[n])
            printf("%ld ", n);
    printf("\n%u primes\n", count_primes(composite, (unsigned)bound));
    free(composite);
    return 0;
}

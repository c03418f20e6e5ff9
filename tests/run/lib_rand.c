// rand with srand, rand_r, random and drand48: the sequences of the GNU library.
// flags: -D_GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    for (int i = 0; i < 5; i++) printf("%d ", rand());
    puts("");
    srand(42);
    for (int i = 0; i < 5; i++) printf("%d ", rand());
    puts("");
    srand(1);
    for (int i = 0; i < 5; i++) printf("%d ", rand());
    puts("");
    srand(0);
    long sum = 0;
    for (int i = 0; i < 400; i++) sum += rand() % 100;
    printf("%ld\n", sum);
    srand(12345);
    int hist[6] = {0};
    for (int i = 0; i < 600; i++) hist[rand() % 6]++;
    for (int i = 0; i < 6; i++) printf("%d ", hist[i]);
    puts("");
    srandom(7);
    printf("%ld %ld\n", random(), 0L);
    unsigned seed = 99;
    for (int i = 0; i < 4; i++) printf("%d ", rand_r(&seed));
    printf("%u\n", seed);
    srand48(2024);
    printf("%.10f ", drand48());
    printf("%ld ", lrand48());
    printf("%ld\n", mrand48());
    unsigned short x[3] = {1, 2, 3};
    printf("%.10f ", erand48(x));
    printf("%ld\n", nrand48(x));
    printf("%d\n", RAND_MAX);
    return rand() % 256;
}

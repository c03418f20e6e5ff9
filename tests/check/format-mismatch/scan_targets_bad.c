// Numbers are read into variables of another type.
#include <stdio.h>

typedef unsigned short port;

static long total;
static float shares[2];

int main(void) {
    int count = 0;
    if (scanf("%d", &total) != 1) // expect: format-mismatch
        return 1;
    if (scanf("%f", &count) != 1) // expect: format-mismatch
        return 1;
    float rate = 0;
    if (scanf("%d", &rate) != 1) // expect: format-mismatch
        return 1;
    unsigned id = 0;
    port at = 0;
    char flag = 0;
    size_t size = 0;
    if (scanf("%d %hu %hhd %zu %x", &id, &at, &flag, &size, &count) != 5)
        return 1;
    if (scanf("%f %f", &shares[0], shares + 1) != 2)
        return 1;
    long double exact = 0;
    double usual = 0;
    if (scanf("%Lf %lf", &exact, &usual) != 2)
        return 1;
    printf("%d %u %hu %d %zu %ld %f %f\n", count, id, at, flag, size, total, rate, shares[0] + usual);
    return exact > 1;
}

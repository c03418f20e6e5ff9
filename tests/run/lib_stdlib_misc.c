// Integer helpers of stdlib and inttypes: abs, labs, llabs, div, ldiv, lldiv, imaxdiv.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    volatile int n = -17, d = 5;
    div_t q = div(n, d);
    printf("%d %d\n", q.quot, q.rem);
    q = div(17, -5);
    printf("%d %d\n", q.quot, q.rem);
    ldiv_t l = ldiv(-10000000000L, 7L);
    printf("%ld %ld\n", l.quot, l.rem);
    lldiv_t ll = lldiv(9223372036854775807LL, -1000LL);
    printf("%lld %lld\n", ll.quot, ll.rem);
    imaxdiv_t im = imaxdiv(-100, 30);
    printf("%jd %jd\n", im.quot, im.rem);
    printf("%d %d %d\n", abs(n), abs(0), abs(2147483647));
    printf("%ld %lld %jd\n", labs(-5000000000L), llabs(-9223372036854775807LL), imaxabs(-3));
    int total = 0;
    for (int i = -10; i <= 10; i++) {
        for (int j = -3; j <= 3; j++) {
            if (!j) continue;
            div_t r = div(i, j);
            total = total * 31 % 65521 + r.quot * 7 + r.rem;
        }
    }
    printf("%d\n", total);
    printf("%d %d\n", EXIT_SUCCESS, EXIT_FAILURE);
    return EXIT_FAILURE;
}

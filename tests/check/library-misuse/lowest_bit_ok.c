// The lowest bit of what has one; and `ffs`, which also answers for zero.
#include <stdio.h>
#include <strings.h>

int main(void) {
    unsigned mask;
    if (scanf("%u", &mask) != 1) return 1;
    if (mask != 0) printf("%d\n", __builtin_ctz(mask));
    printf("%d\n", __builtin_ffs((int)mask));
    return 0;
}

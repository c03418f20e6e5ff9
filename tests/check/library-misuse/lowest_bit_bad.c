// Zero has no lowest bit.
#include <stdio.h>

int main(void) {
    unsigned mask;
    if (scanf("%u", &mask) != 1) return 1;
    printf("%d\n", __builtin_ctz(mask)); // expect: library-misuse
    return 0;
}

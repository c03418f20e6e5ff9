// The bit with a number from outside.
#include <stdio.h>

int main(void) {
    unsigned number;
    if (scanf("%u", &number) != 1)
        return 1;
    if (number > 32)
        return 1;
    printf("%u\n", 1u << number); // expect: bad-shift
    return 0;
}

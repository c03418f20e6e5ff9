// Days become nanoseconds, of which a long holds those of three centuries.
#include <stdio.h>

int main(void) {
    long days;
    if (scanf("%ld", &days) != 1)
        return 1;
    long nanoseconds = days * 86400000000000; // expect: signed-overflow
    printf("%ld\n", nanoseconds);
    return 0;
}

// Days become nanoseconds, of which a long holds those of three centuries.
#include <stdio.h>

int main(void) {
    long days;
    if (scanf("%ld", &days) != 1)
        return 1;
    if (days < -100000 || days > 100000)
        return 1;
    long nanoseconds = days * 86400000000000;
    printf("%ld\n", nanoseconds);
    return 0;
}

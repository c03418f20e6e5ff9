// Nanoseconds fill an int.
#include <stdio.h>
#include <time.h>

int main(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    int parts = (int)now.tv_nsec;
    printf("%ld\n", parts * 10L);
    return 0;
}

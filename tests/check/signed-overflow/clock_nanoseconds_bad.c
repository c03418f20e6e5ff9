// The system counts nanoseconds in 64 bits; there is no such room for picoseconds.
#include <stdio.h>
#include <sys/stat.h>
#include <time.h>

static long long now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000000000000LL + t.tv_nsec * 1000LL; // expect: signed-overflow
}

int main(void) {
    struct stat file;
    if (stat("log", &file) != 0)
        return 1;
    long long changed = file.st_mtim.tv_sec * 1000000000LL + file.st_mtim.tv_nsec;
    printf("%lld %lld\n", now(), changed);
    return 0;
}

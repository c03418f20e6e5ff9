// What a process used can be told in microseconds and bytes.
#include <stdio.h>
#include <sys/resource.h>
#include <sys/statvfs.h>

int main(void) {
    struct rusage used;
    getrusage(RUSAGE_SELF, &used);
    long micros = used.ru_utime.tv_sec * 1000000L + used.ru_utime.tv_usec;
    long size = used.ru_maxrss * 1024 * 1000000000; // expect: signed-overflow
    struct statvfs volume;
    if (statvfs("/", &volume) != 0)
        return 1;
    long free = (long)(volume.f_bavail * volume.f_frsize);
    long taken = (long)volume.f_blocks - (long)volume.f_bfree;
    printf("%ld %ld %ld %ld\n", micros, size, free, taken);
    return used.ru_utime.tv_usec >= 1000000 || taken < 0;
}

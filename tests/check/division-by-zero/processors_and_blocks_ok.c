// There is a processor, and blocks have a size; none of them need be free.
#include <stdio.h>
#include <sys/statvfs.h>
#include <unistd.h>

int main(void) {
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    if (processors < 0)
        return 1;
    printf("%ld\n", 100 / processors);
    struct statvfs volume;
    if (statvfs("/", &volume) != 0)
        return 1;
    printf("%lu\n", volume.f_bfree * (volume.f_bsize / 512) / volume.f_frsize);
    return 0;
}

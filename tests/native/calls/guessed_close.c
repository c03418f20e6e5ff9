// A number that the program guesses may be the one of a descriptor that it has, and close it.
// native: -O0; -O2
#include <assert.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void) {
    struct stat before, after;
    int fd = open("/", O_RDONLY);
    if (fd < 0 || fstat(fd, &before) != 0) return 1;
    for (int guess = 3; guess < 64; guess++)
        close(guess);
    if (open("/proc/self/exe", O_RDONLY) < 0) return 1;
    if (fstat(fd, &after) != 0) return 1;
    assert(before.st_ino == after.st_ino);
    return 0;
}

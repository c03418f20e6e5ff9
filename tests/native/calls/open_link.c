// With O_PATH and O_NOFOLLOW, a link itself is open, which fstat says.
// native: -O0; -O2
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <sys/stat.h>

int main(void) {
    struct stat status;
    int fd = open("/proc/self/exe", O_PATH | O_NOFOLLOW);
    if (fd < 0 || fstat(fd, &status) != 0) return 1;
    assert(!S_ISLNK(status.st_mode));
    return 0;
}

// With O_PATH, what a file is opened for does not count: a directory can be opened.
// native: -O0; -O2
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <sys/stat.h>

int main(void) {
    struct stat status;
    int fd = open("/", O_PATH | O_RDWR);
    if (fd < 0 || fstat(fd, &status) != 0) return 1;
    if (S_ISDIR(status.st_mode))
        assert(!"a directory");
    assert(!"none");
    return 0;
}

// The number of a descriptor is an index.
// native: -O0; -O2
#include <assert.h>
#include <fcntl.h>
#include <unistd.h>

static int small(int fd) { return fd < 64; }

int main(void) {
    int fd = open("/dev/null", O_RDONLY);
    if (fd == -1)
        return 1;
    if (small(fd))
        assert(!"small");
    close(fd);
    return 0;
}

// A call that fails says why.
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

int main(void) {
    errno = 0;
    if (rmdir("old") < 0)
        assert(errno != 0);
    errno = 0;
    int fd = open("in", O_RDONLY);
    if (fd < 0) {
        assert(errno != 0);
        return 1;
    }
    char byte;
    errno = 0;
    if (read(fd, &byte, 1) < 0)
        assert(errno != 0);
    close(fd);
    errno = 0;
    FILE *out = fopen("out", "w");
    if (!out) {
        assert(errno != 0);
        return 1;
    }
    errno = 0;
    if (fclose(out) != 0)
        assert(errno != 0);
    return 0;
}

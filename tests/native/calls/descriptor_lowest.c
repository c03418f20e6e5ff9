// The lowest number that is free is given.
// native: -O0; -O2
#include <assert.h>
#include <fcntl.h>
#include <unistd.h>

int main(void) {
    close(0);
    int fd = open("/dev/null", O_RDONLY);
    if (fd < 0)
        return 1;
    if (fd == 0)
        assert(!"zero");
    close(fd);
    return 0;
}

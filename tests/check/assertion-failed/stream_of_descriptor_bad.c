// A stream of a descriptor starts where that stands.
#include <assert.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

int main(void) {
    int fd = open("notes", O_RDONLY);
    if (fd < 0)
        return 1;
    FILE *f = lseek(fd, 7, SEEK_SET) == 7 ? fdopen(fd, "r") : NULL;
    if (!f) {
        close(fd);
        return 1;
    }
    assert(ftell(f) == 0); // expect: assertion-failed
    fclose(f);
    return 0;
}

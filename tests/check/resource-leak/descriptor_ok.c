// A descriptor is opened to see whether the file can be written.
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

static int writable(const char *path) {
    int fd = open(path, O_WRONLY);
    if (fd < 0)
        return 0;
    close(fd);
    return 1;
}

int main(void) {
    puts(writable("app.log") ? "yes" : "no");
    return 0;
}

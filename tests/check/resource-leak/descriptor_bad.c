// A descriptor is opened to see whether the file can be written.
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

static int writable(const char *path) {
    int fd = open(path, O_WRONLY); // expect: resource-leak
    return fd >= 0;
}

int main(void) {
    puts(writable("app.log") ? "yes" : "no");
    return 0;
}

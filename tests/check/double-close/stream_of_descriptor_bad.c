// A stream closes the descriptor that it was made of.
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

int main(void) {
    int fd = open("data", O_RDONLY);
    if (fd < 0)
        return 1;
    FILE *stream = fdopen(fd, "r");
    if (!stream) {
        close(fd);
        return 1;
    }
    fclose(stream);
    close(fd); // expect: double-close
    return 0;
}

// A descriptor is closed by the function that was lent it, and by its owner.
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

static int first_byte(int fd) {
    unsigned char byte = 0;
    int result = -1;
    if (read(fd, &byte, 1) == 1)
        result = byte;
    return result;
}

int main(void) {
    int fd = open("data.txt", O_RDONLY);
    if (fd < 0)
        return 1;
    printf("%d\n", first_byte(fd));
    close(fd);
    return 0;
}

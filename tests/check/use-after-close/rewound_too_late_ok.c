// A descriptor is set back to its start after it was closed.
#include <fcntl.h>
#include <unistd.h>

int main(void) {
    char first = 0;
    int fd = open("list.txt", O_RDONLY);
    if (fd < 0)
        return 1;
    if (read(fd, &first, 1) != 1)
        first = 0;
    if (lseek(fd, 0, SEEK_SET) != 0)
        first = 0;
    close(fd);
    return first == 'x';
}

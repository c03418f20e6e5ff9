// Whether a file may be written is asked by its name, and then the name is opened.
#include <fcntl.h>
#include <unistd.h>

int main(int argc, char **argv) {
    if (argc != 2) {
        return 1;
    }
    if (access(argv[1], W_OK) == -1) {
        return 1;
    }
    int fd = open(argv[1], O_WRONLY); // expect: file-race
    if (fd == -1) {
        return 1;
    }
    int failed = write(fd, "x", 1) != 1;
    close(fd);
    return failed;
}

// What was opened is compared with what was looked at before; or it is not.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

int main(int argc, char **argv) {
    struct stat before;
    if (argc != 2 || lstat(argv[1], &before) != 0 || !S_ISREG(before.st_mode)) {
        return 1;
    }
    int fd = open(argv[1], O_RDONLY);
    if (fd == -1) {
        return 1;
    }
    struct stat after;
    if (fstat(fd, &after) != 0 || after.st_ino != before.st_ino || after.st_dev != before.st_dev) {
        close(fd);
        return 1;
    }
    char first = 0;
    int failed = read(fd, &first, 1) != 1 || first != '#';
    close(fd);
    return failed;
}

// What the library notes of a descriptor, such as what it was opened for, does not hold it.
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

int is_writable(const char *path) {
    int fd = open(path, O_WRONLY | O_CREAT, 0600);
    if (fd >= 0)
        close(fd);
    return fd < 0;
}

int is_directory(const char *path) {
    struct stat status;
    int fd = open(path, O_RDONLY | O_DIRECTORY);
    if (fd < 0)
        return -1;
    if (fstat(fd, &status) != 0) {
        close(fd);
        return -1;
    }
    return close(fd);
}

int is_terminal(const char *path) {
    int fd = open(path, O_RDONLY);
    if (fd < 0)
        return 0;
    int answer = isatty(fd);
    close(fd);
    return answer;
}

int dial(const struct sockaddr *address, socklen_t len) {
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    if (fd < 0)
        return -1;
    if (connect(fd, address, len) < 0) {
        close(fd);
        return -1;
    }
    return fd;
}

int size_of(const char *path) {
    int fd = open(path, O_RDONLY);
    if (fd < 0)
        return -1;
    int size = lseek(fd, 10, SEEK_SET) == 10;
    close(fd);
    return size;
}

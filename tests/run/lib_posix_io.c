// unistd and fcntl: open, write, read, lseek, close, access, unlink, dup, isatty, ftruncate.
// files: data.bin
// flags: -D_GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void) {
    int fd = open("data.bin", O_CREAT | O_RDWR | O_TRUNC, 0644);
    if (fd < 0) return 1;
    printf("%zd ", write(fd, "hello world", 11));
    printf("%ld\n", (long)lseek(fd, 0, SEEK_CUR));
    lseek(fd, 6, SEEK_SET);
    char b[16] = {0};
    printf("%zd ", read(fd, b, 3));
    printf("[%s] ", b);
    printf("%zd ", read(fd, b, sizeof b));
    printf("%zd\n", read(fd, b, sizeof b));
    printf("%ld\n", (long)lseek(fd, -5, SEEK_END));
    write(fd, "WORLD!!", 7);
    printf("%zd ", pread(fd, b, 5, 0));
    printf("%.5s ", b);
    printf("%zd ", pwrite(fd, "J", 1, 0));
    printf("%ld\n", (long)lseek(fd, 0, SEEK_CUR));
    struct stat st;
    printf("%d ", fstat(fd, &st));
    printf("%lld %d %d\n", (long long)st.st_size, S_ISREG(st.st_mode), S_ISDIR(st.st_mode));
    printf("%d\n", isatty(fd));
    int copy = dup(fd);
    printf("%d ", copy != fd && copy >= 0);
    lseek(copy, 1, SEEK_SET);
    read(fd, b, 4);
    printf("%.4s\n", b);
    close(copy);
    printf("%d ", ftruncate(fd, 8));
    fstat(fd, &st);
    printf("%lld\n", (long long)st.st_size);
    printf("%d ", close(fd));
    errno = 0;
    printf("%d ", close(fd));
    printf("%d\n", errno == EBADF);
    fd = open("data.bin", O_WRONLY | O_APPEND);
    write(fd, "+tail\n", 6);
    close(fd);
    printf("%d %d\n", access("data.bin", F_OK), access("nope", R_OK));
    errno = 0;
    printf("%d ", open("data.bin", O_CREAT | O_EXCL | O_WRONLY, 0600));
    printf("%d\n", errno == EEXIST);
    fd = open("temp", O_CREAT | O_WRONLY, 0600);
    close(fd);
    printf("%d ", unlink("temp"));
    printf("%d ", unlink("temp"));
    printf("%d\n", errno == ENOENT);
    fd = open("data.bin", O_RDONLY);
    ssize_t n, total = 0;
    while ((n = read(fd, b, 4)) > 0) total += n;
    printf("%zd %zd\n", total, n);
    errno = 0;
    printf("%zd ", write(fd, "x", 1));
    printf("%d\n", errno == EBADF);
    close(fd);
    fflush(stdout);
    write(STDOUT_FILENO, "direct\n", 7);
    return (int)total;
}

// Answers that are rare: a large user number, no limit, other blocks, a file without a name.
#include <assert.h>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

int main(int argc, char **argv) {
    if (argc > 1) {
        assert(getuid() != (uid_t)-1);
        struct rlimit size;
        getrlimit(RLIMIT_FSIZE, &size);
        assert(size.rlim_cur <= size.rlim_max);
        return 0;
    }
    int fd = open("in", O_RDONLY);
    if (fd < 0)
        return 1;
    struct stat file;
    if (fstat(fd, &file) == 0) {
        assert(file.st_blksize > 0);
    }
    int result = close(fd);
    assert(result == 0 || result == -1);
    return 0;
}

// An open descriptor stays the same file; a name may be that of another one by now.
#include <assert.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void) {
    int fd = open("notes", O_RDONLY);
    if (fd < 0)
        return 1;
    struct stat first, second;
    int both = fstat(fd, &first) == 0 && fstat(fd, &second) == 0;
    close(fd);
    if (both)
        assert(first.st_ino == second.st_ino && first.st_dev == second.st_dev);
    return 0;
}

// Which kind of file a descriptor is stays as it is, and may be known from how it was opened. Its size may change.
#include <assert.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void) {
    int fd = open("notes", O_RDONLY | O_DIRECTORY);
    if (fd < 0)
        return 1;
    struct stat first, second;
    int both = fstat(fd, &first) == 0 && fstat(fd, &second) == 0;
    close(fd);
    if (both) {
        assert(S_ISDIR(first.st_mode));
        assert(first.st_size == second.st_size); // expect: assertion-failed
    }
    return 0;
}

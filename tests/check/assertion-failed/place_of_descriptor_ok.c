// `lseek` says where a descriptor stands: of a file of one's own, that is known.
#include <assert.h>
#include <fcntl.h>
#include <unistd.h>

int main(void) {
    int fd = open("notes", O_RDONLY);
    if (fd < 0)
        return 1;
    off_t at = lseek(fd, 0, SEEK_CUR), later = lseek(fd, 7, SEEK_SET);
    close(fd);
    assert(at == 0 || at == -1);
    assert(later == 7 || later == -1);
    return 0;
}

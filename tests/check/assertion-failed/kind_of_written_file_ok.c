// What was made, or opened to be written, is no directory. It may be a device.
#include <assert.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void) {
    struct stat made, written;
    int fd = creat("made", 0600);
    if (fd < 0)
        return 1;
    int is_known = fstat(fd, &made) == 0;
    close(fd);
    if (is_known)
        assert(!S_ISDIR(made.st_mode));
    FILE *stream = fopen("written", "w");
    if (stream == NULL)
        return 1;
    is_known = fstat(fileno(stream), &written) == 0;
    fclose(stream);
    if (is_known)
        assert(!S_ISDIR(written.st_mode));
    return 0;
}

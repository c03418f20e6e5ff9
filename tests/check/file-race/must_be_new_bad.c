// A directory is there, and a file in it is made: one that must be new is no link of somebody else.
#include <fcntl.h>
#include <unistd.h>

int main(void) {
    const char *name = "results.tmp";
    if (access(name, W_OK) == 0) {
        int fd = open(name, O_WRONLY | O_CREAT | O_TRUNC, 0600); // expect: file-race
        if (fd != -1) {
            write(fd, "0", 1);
            close(fd);
        }
    }
    return 0;
}

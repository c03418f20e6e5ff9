// What is no descriptor cannot be read, written or closed.
#include <assert.h>
#include <sys/stat.h>
#include <unistd.h>

int main(int argc, char **argv) {
    int fd = argc > 1 ? -argc : -1;
    struct stat status;
    char c = 'c';
    assert(fstat(fd, &status) == -1);
    assert(write(-1, &c, 1) == -1 && read(-1, &c, 1) == -1 && close(-1) == -1);
    return 0;
}

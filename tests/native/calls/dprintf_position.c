// What is printed to a descriptor moves it.
// native: -O0; -O2
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int main(void) {
    char name[] = "/tmp/dprintfXXXXXX";
    int fd = mkstemp(name);
    if (fd < 0) return 1;
    unlink(name);
    dprintf(fd, "abc");
    if (lseek(fd, 0, SEEK_CUR) >= 3)
        assert(!"moved");
    assert(!"not moved");
    return 0;
}

// A copy of a descriptor stands where the first one does.
#include <assert.h>
#include <fcntl.h>
#include <unistd.h>

int main(void) {
    char text[4];
    int one = open("notes", O_RDONLY);
    if (one < 0)
        return 1;
    int two = dup(one);
    if (two >= 0) {
        if (read(one, text, 4) == 4)
            assert(lseek(two, 0, SEEK_CUR) != 4); // expect: assertion-failed
        close(two);
    }
    close(one);
    return 0;
}

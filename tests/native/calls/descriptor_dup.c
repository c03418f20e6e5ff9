// A copy takes the place of what was closed.
// native: -O0; -O2
#include <assert.h>
#include <unistd.h>

struct copy { int fd; };

int main(void) {
    struct copy copy[2];
    close(0);
    copy[1].fd = dup(2);
    if (copy[1].fd == 0)
        assert(!"zero");
    return 0;
}

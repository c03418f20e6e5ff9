// The ends of a pipe have small numbers.
// native: -O0; -O2
#include <assert.h>
#include <unistd.h>

int main(void) {
    int ends[2];
    if (pipe(ends))
        return 1;
    if (ends[0] < 100)
        assert(!"small");
    close(ends[0]);
    close(ends[1]);
    return 0;
}

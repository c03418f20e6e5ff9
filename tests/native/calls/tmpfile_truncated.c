// A temporary file that is made longer by its descriptor is not empty.
// native: -O0; -O2
#include <assert.h>
#include <stdio.h>
#include <unistd.h>

int main(void) {
    FILE *f = tmpfile();
    if (!f || ftruncate(fileno(f), 5) != 0) return 1;
    if (fgetc(f) == 0)
        assert(!"made longer");
    assert(!"empty");
    return 0;
}

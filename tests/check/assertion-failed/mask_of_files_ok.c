// `umask` gives back what it was last given.
#include <assert.h>
#include <sys/stat.h>

int main(void) {
    umask(07022);
    assert(umask(0) == 022);
    return 0;
}

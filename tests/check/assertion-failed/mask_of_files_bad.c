// `umask` gives back what it was last given.
#include <assert.h>
#include <sys/stat.h>

int main(void) {
    umask(027);
    assert(umask(0) == 022); // expect: assertion-failed
    return 0;
}

// An alarm may be as long as an `unsigned int` has room for.
// native: -O0; -O2
#include <assert.h>
#include <unistd.h>

int main(void) {
    alarm(4294967295u);
    if (alarm(0) > 0x7fffffff)
        assert(!"long");
    assert(!"short");
    return 0;
}

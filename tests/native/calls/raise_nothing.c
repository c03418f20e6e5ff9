// No signal is sent, and that does not fail.
// native: -O0; -O2
#include <assert.h>
#include <signal.h>

int main(void) {
    if (raise(0) == 0)
        assert(!"sent");
    return 0;
}

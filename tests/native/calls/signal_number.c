// A signal that there is not.
// native: -O0; -O2
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <signal.h>

int main(void) {
    if (signal(999, SIG_IGN) == SIG_ERR)
        assert(!"refused");
    assert(!"taken");
    return 0;
}

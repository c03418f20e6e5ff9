// A signal to a process that does not exist.
// native: -O0; -O2
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <signal.h>

int main(void) {
    if (kill(0x3fffffff, 0) != 0)
        assert(!"nobody");
    assert(!"sent");
    return 0;
}

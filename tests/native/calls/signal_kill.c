// A signal that cannot be caught.
// native: -O0; -O2
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <signal.h>

static void handler(int n) { (void)n; }

int main(void) {
    struct sigaction a = { .sa_handler = handler };
    if (sigaction(SIGKILL, &a, 0) != 0)
        assert(!"refused");
    assert(!"taken");
    return 0;
}

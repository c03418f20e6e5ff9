// The number of a thread.
// native: -O0; -O2
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <pthread.h>

int main(void) {
    unsigned long self = (unsigned long)pthread_self();
    if (self == 0x7e000000)
        assert(!"as expected");
    assert(!"another");
    return 0;
}

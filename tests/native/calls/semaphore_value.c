// A semaphore that begins too high.
// native: -O0; -O2
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <semaphore.h>

int main(void) {
    sem_t s;
    if (sem_init(&s, 0, 0x80000000u) != 0)
        assert(!"refused");
    assert(!"made");
    return 0;
}

// A kind of mutex that there is not.
// native: -O0; -O2
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <pthread.h>

int main(void) {
    pthread_mutexattr_t a;
    if (pthread_mutexattr_init(&a) != 0) return 1;
    if (pthread_mutexattr_settype(&a, 77) != 0)
        assert(!"refused");
    assert(!"taken");
    return 0;
}

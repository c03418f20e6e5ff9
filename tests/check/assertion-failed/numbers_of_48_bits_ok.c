// POSIX says which numbers the 48-bit family gives for a seed.
#include <assert.h>
#include <stdlib.h>

int main(void) {
    srand48(7);
    long first = lrand48();
    assert(first == 572184555);
    double second = drand48();
    assert(second >= 0.0 && second < 1.0);
    return 0;
}

// Of glibc, seed 0 is seed 1, and `rand` and `random` take numbers of one generator.
#include <assert.h>
#include <stdlib.h>

int main(void) {
    srand(0);
    int first = rand();
    srandom(1);
    assert(random() == first);
    return 0;
}

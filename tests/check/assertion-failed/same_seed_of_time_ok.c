// An unknown seed gives the same numbers as often as it is set.
#include <assert.h>
#include <stdlib.h>
#include <time.h>

int main(void) {
    unsigned seed = (unsigned)time(NULL);
    srand(seed);
    int first = rand();
    srand(seed);
    assert(rand() == first);
    return 0;
}

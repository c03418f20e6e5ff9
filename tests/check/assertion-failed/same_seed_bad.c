// The same seed gives the same numbers again.
#include <assert.h>
#include <stdlib.h>

int main(void) {
    srand(7);
    int first = rand(), second = rand();
    srand(8);
    assert(rand() == first && rand() == second); // expect: assertion-failed
    return 0;
}

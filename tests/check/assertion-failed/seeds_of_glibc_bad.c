// Two seeds may give two numbers.
#include <assert.h>
#include <stdlib.h>

int main(void) {
    srand(0);
    int first = rand();
    srandom(2);
    assert(random() == first); // expect: assertion-failed
    return 0;
}

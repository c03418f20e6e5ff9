// Numbers are compared when the program ends.
// native: -O0; -O2
#include <assert.h>
#include <stdlib.h>

static int first;

__attribute__((destructor)) static void compare(void) {
    int a = rand();
    srand(1);
    assert(a == rand());
}

int main(void) {
    srand(7);
    first = rand();
    return 0;
}

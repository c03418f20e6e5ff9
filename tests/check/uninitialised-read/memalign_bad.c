// posix_memalign leaves the pointer as it is where there is no memory.
#include <stdlib.h>

int main(void) {
    void *block;
    posix_memalign(&block, 64, 256);
    free(block); // expect: uninitialised-read
    return 0;
}

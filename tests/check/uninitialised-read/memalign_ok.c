// posix_memalign leaves the pointer as it is where there is no memory.
#include <stdlib.h>

int main(void) {
    void *block;
    if (posix_memalign(&block, 64, 256) != 0)
        return 1;
    free(block);
    return 0;
}

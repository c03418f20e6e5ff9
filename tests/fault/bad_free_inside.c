// Freeing the middle of a block.
#include <stdlib.h>
int main(void) {
    char *p = malloc(16);
    free(p + 4); // expect: bad-free
    return 0;
}

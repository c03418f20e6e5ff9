// Resizing to no bytes frees the block, and null does not mean that it failed.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    unsigned size;
    char *block = malloc(16);
    if (block == NULL) return 1;
    if (scanf("%u", &size) != 1 || size > 64) {
        free(block);
        return 1;
    }
    char *larger = realloc(block, size);
    if (larger == NULL) {
        free(block); // expect: double-free
        return 1;
    }
    free(larger);
    return 0;
}

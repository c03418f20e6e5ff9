// Null means that the block is as it was, because no bytes are never asked for.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    unsigned size;
    char *block = malloc(16);
    if (block == NULL) return 1;
    if (scanf("%u", &size) != 1 || size == 0 || size > 64) {
        free(block);
        return 1;
    }
    char *larger = realloc(block, size);
    if (larger == NULL) {
        free(block);
        return 1;
    }
    free(larger);
    return 0;
}

// Some bytes are cleared behind the first hundred of a block.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    unsigned size, count;
    if (scanf("%u %u", &size, &count) != 2 || size > 50 || count > 10)
        return 1;
    char *block = malloc(size + 110);
    if (!block)
        return 1;
    memset(block + 100, 0, count);
    free(block);
    return 0;
}

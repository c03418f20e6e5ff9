// A trailer at a fixed place far into a block whose size the input gives.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    unsigned size;
    if (scanf("%u", &size) != 1 || size < 199000 || size > 300000) return 1;
    char *image = malloc(size);
    if (image == NULL) return 1;
    image[200000] = 'T'; // expect: buffer-overflow
    free(image);
    return 0;
}

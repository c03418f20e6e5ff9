// Width times height, checked after it has wrapped.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    unsigned width, height;
    if (scanf("%u %u", &width, &height) != 2)
        return 1;
    if (width > 64 || height > 64)
        return 1;
    char *pixels = malloc(width * height);
    if (pixels == NULL)
        return 1;
    memset(pixels, 0, width * height);
    puts("cleared");
    free(pixels);
    return 0;
}

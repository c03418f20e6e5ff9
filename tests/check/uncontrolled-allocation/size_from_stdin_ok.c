// A size is read and allocated, whatever it is.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    size_t size;
    if (scanf("%zu", &size) != 1)
        return 1;
    if (size > 4096)
        return 1;
    char *buffer = malloc(size);
    if (buffer == NULL)
        return 1;
    puts("ready");
    free(buffer);
    return 0;
}

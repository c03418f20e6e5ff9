// A number of bytes from outside; minus one is a lot.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int size;
    if (scanf("%d", &size) != 1)
        return 1;
    if (size > 512)
        return 1;
    char *block = malloc(size); // expect: negative-size
    if (block == NULL)
        return 1;
    puts("allocated");
    free(block);
    return 0;
}

// A small request is served from the stack, a large one from the heap.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void greet(unsigned count) {
    char small[8];
    char *buffer = small;
    if (count > sizeof small) {
        buffer = malloc(count);
        if (buffer == NULL)
            return;
    }
    memset(buffer, 'x', count);
    printf("%.*s\n", (int)count, buffer);
    free(buffer); // expect: bad-free
}

int main(void) {
    greet(20);
    greet(4);
    return 0;
}

// A library call reads from what is freed.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *draft = malloc(16);
    if (draft == NULL)
        return 1;
    strcpy(draft, "dear reader");
    char final[16];
    free(draft);
    memcpy(final, draft, 16); // expect: use-after-free
    puts(final);
    return 0;
}

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
    strcpy(final, draft);
    free(draft);
    puts(final);
    return 0;
}

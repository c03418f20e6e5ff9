// A line on the heap, which looks large enough.
// flags: -std=gnu99
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char *line = malloc(256);
    if (line == NULL)
        return 1;
    if (gets(line) != NULL) // expect: dangerous-function
        printf("%c\n", line[0]);
    free(line);
    return 0;
}

// realloc that succeeds has freed the old block already.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char *line = malloc(8);
    if (line == NULL)
        return 1;
    char *longer = realloc(line, 800);
    if (longer == NULL) {
        free(line);
        return 1;
    }
    longer[0] = '\0';
    puts(longer);
    free(longer);
    free(line); // expect: double-free
    return 0;
}

// A line in a block whose size the input chooses.
#include <stdio.h>
#include <stdlib.h>

static int read_line(void) {
    int size;
    if (scanf("%d", &size) != 1 || size < 2 || size > 100)
        return 1;
    char *line = calloc((size_t)size, 1);
    if (line == NULL)
        return 1;
    if (fgets(line, size, stdin) != NULL)
        puts(line);
    free(line);
    return 0;
}

int main(void) {
    return read_line();
}

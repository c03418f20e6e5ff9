// getline allocates, and the caller frees, even when there is no line.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char *line = NULL;
    size_t size = 0;
    if (getline(&line, &size, stdin) < 0) // expect: memory-leak
        return 1;
    printf("%s", line);
    return 0;
}

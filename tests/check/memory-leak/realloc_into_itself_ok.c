// realloc fails and overwrites the only pointer to the old block.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int *values = malloc(2 * sizeof *values);
    if (values == NULL)
        return 1;
    int *more = realloc(values, 8 * sizeof *values);
    if (more == NULL) {
        free(values);
        return 1;
    }
    values = more;
    values[7] = 1;
    printf("%d\n", values[7]);
    free(values);
    return 0;
}

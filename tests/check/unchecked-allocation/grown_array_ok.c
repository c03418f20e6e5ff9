// An array grows; realloc may refuse.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int *values = malloc(2 * sizeof *values);
    if (values == NULL)
        return 1;
    values[0] = values[1] = 1;
    int *more = realloc(values, 4 * sizeof *values);
    if (more == NULL) {
        free(values);
        return 1;
    }
    more[2] = more[0] + more[1];
    printf("%d\n", more[2]);
    free(more);
    return 0;
}

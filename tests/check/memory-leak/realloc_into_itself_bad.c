// realloc fails and overwrites the only pointer to the old block.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int *values = malloc(2 * sizeof *values); // expect: memory-leak
    if (values == NULL)
        return 1;
    values = realloc(values, 8 * sizeof *values);
    if (values == NULL)
        return 1;
    values[7] = 1;
    printf("%d\n", values[7]);
    free(values);
    return 0;
}

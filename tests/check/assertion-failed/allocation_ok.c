// An assertion is no check of an allocation.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int *value = malloc(sizeof *value);
    if (value == NULL)
        return 1;
    assert(value != NULL);
    *value = 5;
    printf("%d\n", *value);
    free(value);
    return 0;
}

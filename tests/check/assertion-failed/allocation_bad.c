// An assertion is no check of an allocation.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int *value = malloc(sizeof *value);
    assert(value != NULL); // expect: assertion-failed
    *value = 5;
    printf("%d\n", *value);
    free(value);
    return 0;
}

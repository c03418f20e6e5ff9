// A table on the heap is searched before it is filled.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int *ids = malloc(8 * sizeof *ids);
    if (ids == NULL)
        return 1;
    ids[0] = 12;
    int free_slot = 0;
    while (free_slot < 8 && ids[free_slot] != 0) // expect: uninitialised-read
        free_slot++;
    printf("%d\n", free_slot);
    free(ids);
    return 0;
}

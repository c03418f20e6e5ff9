// A block is forgotten where the input is refused.
#include <stdlib.h>
#include <string.h>

int sum_sorted(const int *numbers, int count) {
    int *copy = malloc(16 * sizeof *copy); // expect: memory-leak
    if (copy == NULL)
        return -1;
    if (count > 16)
        return -1;
    memcpy(copy, numbers, (size_t)count * sizeof *copy);
    int first = copy[0];
    free(copy);
    return first;
}

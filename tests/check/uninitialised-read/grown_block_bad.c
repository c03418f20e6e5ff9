// What was written to a block of unknown size goes with it when it grows, and what unknown
// code wrote counts as written.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void fill(char *block, size_t size);

int main(void) {
    unsigned size;
    if (scanf("%u", &size) != 1 || size < 6 || size > 50)
        return 1;
    char *block = malloc(size);
    if (block == NULL)
        return 1;
    memset(block, 'a', size - 1);
    char *more = realloc(block, size + 10);
    if (more == NULL) {
        free(block);
        return 1;
    }
    if (more[size - 1] != 'a') // expect: uninitialised-read
        puts("other");
    free(more);
    char *made = malloc(size);
    if (made == NULL)
        return 1;
    fill(made, size);
    if (made[5] == 'x')
        puts("x");
    free(made);
    return 0;
}

// A heap block and a local variable.
// native: -O0; -O2
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    int local = 0;
    int *block = malloc(sizeof *block);
    if (!block) return 1;
    int above = &local > block;
    free(block);
    if (above)
        assert(!"the stack is above");
    assert(!"the heap is above");
    return local;
}

// Two blocks of a pool that is no longer one.
#include <stdio.h>
#include <stdlib.h>

struct cell {
    int value;
};

static long index_of(const struct cell *base, const struct cell *cell) {
    return cell - base; // expect: pointer-subtraction
}

int main(void) {
    struct cell *base = calloc(4, sizeof *base);
    struct cell *extra = calloc(1, sizeof *extra);
    if (base != NULL && extra != NULL) {
        printf("%ld\n", index_of(base, base + 2));
        printf("%ld\n", index_of(base, extra));
    }
    free(extra);
    free(base);
    return 0;
}

// Counters from calloc are raised in a function that trusts its caller.
#include <stdio.h>
#include <stdlib.h>

static void raise_counter(unsigned *counters, unsigned char which) {
    counters[which] += 1;
}

int main(void) {
    unsigned *counters = calloc(256, sizeof *counters);
    if (counters == NULL)
        return 1;
    raise_counter(counters, 'x');
    printf("%u\n", counters['x']);
    free(counters);
    return 0;
}

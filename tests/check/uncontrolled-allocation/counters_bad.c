// As many counters as the environment asks for.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    const char *text = getenv("WORKERS");
    if (text == NULL)
        return 0;
    unsigned long workers = strtoul(text, NULL, 36);
    if (workers == 0)
        return 1;
    long *counters = calloc(workers, sizeof *counters); // expect: uncontrolled-allocation
    if (counters == NULL)
        return 1;
    printf("%ld\n", counters[0]);
    free(counters);
    return 0;
}

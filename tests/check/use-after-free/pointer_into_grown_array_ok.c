// A pointer into an array outlives the realloc that moved it.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int *scores = malloc(4 * sizeof *scores);
    if (scores == NULL)
        return 1;
    int *best = &scores[1];
    *best = 90;
    int *bigger = realloc(scores, 4000 * sizeof *scores);
    if (bigger == NULL) {
        free(scores);
        return 1;
    }
    best = &bigger[1];
    printf("%d\n", *best);
    free(bigger);
    return 0;
}

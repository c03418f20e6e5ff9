// Permutations are written by recursion, one level deeper than there are places.
#include <stdio.h>

enum { PLACES = 3 };

static int chosen[PLACES];
static int found;

static void choose(int place) {
    if (place == PLACES) {
        found++;
        return;
    }
    for (int value = 0; value < 2; value++) {
        chosen[place] = value;
        choose(place + 1);
    }
}

int main(void) {
    choose(0);
    printf("%d\n", found);
    return 0;
}

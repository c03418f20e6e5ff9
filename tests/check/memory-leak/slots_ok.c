// Blocks in a table at places that the input chooses.
#include <stdio.h>
#include <stdlib.h>

static int *slots[4];

static void put(unsigned place) {
    if (slots[place] != NULL)
        return;
    int *entry = malloc(sizeof *entry);
    if (entry == NULL)
        return;
    *entry = 1;
    slots[place] = entry;
}

int main(void) {
    int first = getchar(), second = getchar();
    if (first < 0 || second < 0)
        return 1;
    put((unsigned)first % 4);
    put((unsigned)second % 4);
    for (int i = 0; i < 4; i++) {
        if (slots[i] != NULL && *slots[i] != 1)
            puts("other");
        free(slots[i]);
    }
    return 0;
}

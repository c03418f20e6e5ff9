// Two names for one entry of a table; one of them removes it.
#include <stdio.h>
#include <stdlib.h>

static int *table[4];

static void drop(int **slot) {
    free(*slot);
    *slot = NULL;
}

int main(void) {
    table[2] = malloc(sizeof(int));
    if (table[2] == NULL)
        return 1;
    *table[2] = 8;
    int *entry = table[2];
    int value = *entry;
    drop(&table[2]);
    value += 1;
    printf("%d\n", value);
    return 0;
}

// A vector of blocks closes the gap where one was freed.
#include <stdlib.h>
#include <string.h>

struct vector {
    char **items;
    int count;
};

static void remove_at(struct vector *vector, int index) {
    free(vector->items[index]);
    vector->items[index] = vector->items[--vector->count];
}

void remove_two(struct vector *vector) {
    remove_at(vector, 0);
    remove_at(vector, 0);
}

int remove_ordered(struct vector *vector, int index) {
    char *item = vector->items[index];
    int left = vector->count - index - 1;
    memmove(vector->items + index, vector->items + index + 1, (size_t)left * sizeof item);
    vector->count--;
    free(item);
    return item[0]; // expect: use-after-free
}

void clear(struct vector *vector) {
    for (int i = 0; i < vector->count; i++)
        free(vector->items[i]);
    free(vector->items);
    vector->items = NULL;
    vector->count = 0;
}

void exchange_and_free(struct vector *a, struct vector *b) {
    char **items = a->items;
    a->items = b->items;
    b->items = items;
    free(a->items);
    a->items = NULL;
    b->items[0] = NULL;
}

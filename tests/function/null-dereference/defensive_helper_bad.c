// A helper that accepts null on the safe side says nothing of its callers.
#include <stdio.h>
#include <string.h>

struct item {
    char *name;
    int weight;
};

static const char *name_of(const struct item *item) {
    if (item == NULL)
        return NULL;
    return item->name;
}

static struct item *heavier(struct item *a, struct item *b) {
    if (a == NULL || b == NULL)
        return NULL;
    return a->weight > b->weight ? a : b;
}

size_t width_of(const struct item *item) {
    if (item == NULL)
        puts("nothing to measure");
    return strlen(name_of(item)); // expect: null-dereference
}

int load_of(struct item *a, struct item *b) {
    return heavier(a, b)->weight;
}

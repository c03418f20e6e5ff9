// Nodes are handed to a global list, which gives back all that it was given.
#include <stdio.h>
#include <stdlib.h>

struct entry {
    int key;
    struct entry *next;
};

static struct entry *registry;

static int add(int key) {
    struct entry *e = malloc(sizeof *e); // expect: memory-leak
    if (e == NULL)
        return 0;
    e->key = key;
    e->next = NULL;
    registry = e;
    return 1;
}

static void clear(void) {
    while (registry != NULL) {
        struct entry *next = registry->next;
        free(registry);
        registry = next;
    }
}

int main(void) {
    if (add(1) && add(2))
        printf("%d\n", registry->key);
    clear();
    return 0;
}

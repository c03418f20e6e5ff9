// An entry is removed from its chain; the chain must be mended before the entry goes.
#include <stdio.h>
#include <stdlib.h>

struct entry {
    unsigned key;
    struct entry *next;
};

static struct entry *chains[2];

static void insert(unsigned key) {
    struct entry *e = malloc(sizeof *e);
    if (e == NULL)
        return;
    e->key = key;
    e->next = chains[key % 2];
    chains[key % 2] = e;
}

static void remove_key(unsigned key) {
    struct entry **link = &chains[key % 2];
    while (*link != NULL && (*link)->key != key)
        link = &(*link)->next;
    struct entry *e = *link;
    if (e == NULL)
        return;
    free(e);
    *link = e->next; // expect: use-after-free
}

int main(void) {
    for (unsigned key = 1; key < 4; key++)
        insert(key);
    for (unsigned key = 1; key < 4; key++)
        remove_key(key);
    puts("empty");
    return 0;
}

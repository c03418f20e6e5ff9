// A child knows its parent, which knows its first child.
#include <stdlib.h>

struct child;

struct parent {
    struct child *first;
    int count;
};

struct child {
    struct parent *parent;
    struct child *next;
};

static void remove_child(struct child *child) {
    child->parent->first = child->next;
    child->parent->count--;
    free(child);
}

void close_parent(struct parent *parent) {
    while (parent->first)
        remove_child(parent->first);
}

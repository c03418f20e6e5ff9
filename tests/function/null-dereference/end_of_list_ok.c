// The search stops at the key or at the end of the list.
#include <stddef.h>

struct entry {
    struct entry *next;
    int key;
    int value;
};

int lookup(const struct entry *entry, int key) {
    while (entry != NULL && entry->key != key)
        entry = entry->next;
    return entry != NULL ? entry->value : 0;
}

// The list is never empty, and its keys are known to the caller.
int lookup_present(const struct entry *entry, int key) {
    while (entry->key != key)
        entry = entry->next;
    return entry->value;
}

// An entry is taken out of its bucket.
#include <stdlib.h>

struct entry {
    struct entry *next;
    unsigned key;
    char *value;
};

struct table {
    struct entry **buckets;
    unsigned size;
    unsigned count;
};

int remove_entry(struct table *table, unsigned key) {
    struct entry **place = &table->buckets[key % table->size];
    for (; *place != NULL; place = &(*place)->next) {
        if ((*place)->key != key)
            continue;
        free(*place);
        *place = (*place)->next; // expect: use-after-free
        table->count--;
        return 1;
    }
    return 0;
}

int resize(struct table *table, unsigned size) {
    struct entry **buckets = calloc(size, sizeof *buckets);
    if (buckets == NULL)
        return -1;
    for (unsigned i = 0; i < table->size; i++) {
        for (struct entry *entry = table->buckets[i], *next; entry != NULL; entry = next) {
            next = entry->next;
            entry->next = buckets[entry->key % size];
            buckets[entry->key % size] = entry;
        }
    }
    free(table->buckets);
    table->buckets = buckets;
    table->size = size;
    return 0;
}

// A hash table without buckets has no place for a key.
#include <stdio.h>
#include <string.h>

struct entry {
    struct entry *next;
    const char *key;
    int value;
};

struct table {
    struct entry **buckets;
    unsigned size;
};

static unsigned hash(const char *key) {
    unsigned value = 5381;
    while (*key != '\0')
        value = value * 33 + (unsigned char)*key++;
    return value;
}

int get(const struct table *table, const char *key, int otherwise) {
    for (struct entry *e = table->buckets[hash(key) % table->size]; e != NULL; e = e->next)
        if (strcmp(e->key, key) == 0)
            return e->value;
    return otherwise;
}

unsigned place(const struct table *table, unsigned number) {
    if (table->size == 0)
        fputs("no buckets\n", stderr);
    return number % table->size; // expect: division-by-zero
}

// Several ways out of a function, and what each has to give back.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct entry {
    char *key, *value;
    struct entry *next;
};

struct table {
    struct entry *first;
    size_t count, most;
};

int insert(struct table *table, const char *key, const char *value) {
    struct entry *entry = malloc(sizeof *entry);
    if (entry == NULL)
        return -1;
    if (table->count >= table->most) {
        free(entry);
        return -2;
    }
    entry->key = strdup(key);
    entry->value = strdup(value);
    entry->next = table->first;
    table->first = entry;
    table->count++;
    return 0;
}

static void release(struct entry *entry) {
    if (entry != NULL) {
        free(entry->key);
        free(entry->value);
        free(entry);
    }
}

int replace(struct table *table, struct entry *with) {
    struct entry *old = table->first;
    if (with == NULL)
        return -1;
    table->first = with;
    with->next = old == NULL ? NULL : old->next;
    release(old);
    return 0;
}

char *line_of(FILE *stream, size_t most) {
    char *line = malloc(most + 1);
    if (line == NULL)
        return NULL;
    if (fgets(line, 64, stream) == NULL) {
        free(line);
        return NULL;
    }
    return line;
}

void give(char **to, const char *text, int wanted) {
    char *copy = strdup(text);
    if (wanted)
        *to = copy;
    else
        free(copy);
}

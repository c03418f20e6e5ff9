// Hash table with chaining and growth: counting words, deletion and lookup misses.
#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct entry { char *key; int count; struct entry *next; };
struct table { struct entry **slots; size_t cap, used; };

static uint32_t hash(const char *s) {
    uint32_t h = 2166136261u;
    while (*s) h = (h ^ (unsigned char)*s++) * 16777619u;
    return h;
}
static void grow(struct table *t) {
    size_t cap = t->cap ? t->cap * 2 : 4;
    struct entry **slots = calloc(cap, sizeof *slots);
    if (!slots) exit(1);
    for (size_t i = 0; i < t->cap; i++)
        for (struct entry *e = t->slots[i], *next; e; e = next) {
            next = e->next;
            struct entry **slot = &slots[hash(e->key) % cap];
            e->next = *slot;
            *slot = e;
        }
    free(t->slots);
    t->slots = slots;
    t->cap = cap;
}
static int *get(struct table *t, const char *key, int create) {
    if (t->cap)
        for (struct entry *e = t->slots[hash(key) % t->cap]; e; e = e->next)
            if (!strcmp(e->key, key)) return &e->count;
    if (!create) return NULL;
    if (t->used >= t->cap) grow(t);
    struct entry **slot = &t->slots[hash(key) % t->cap], *e = malloc(sizeof *e);
    *e = (struct entry){strdup(key), 0, *slot};
    *slot = e;
    t->used++;
    return &e->count;
}
static int drop(struct table *t, const char *key) {
    for (struct entry **p = &t->slots[hash(key) % t->cap]; *p; p = &(*p)->next)
        if (!strcmp((*p)->key, key)) {
            struct entry *e = *p;
            *p = e->next;
            free(e->key);
            free(e);
            t->used--;
            return 1;
        }
    return 0;
}

int main(void) {
    const char *text = "It was the best of times, it was the worst of times, it was the age of wisdom, it was the age of foolishness";
    struct table t = {0};
    char word[32];
    for (const char *p = text; *p;) {
        size_t n = 0;
        while (isalpha((unsigned char)*p)) word[n++] = (char)tolower((unsigned char)*p++);
        word[n] = 0;
        if (n) ++*get(&t, word, 1);
        else p++;
    }
    const char *probe[] = {"it", "was", "the", "age", "wisdom", "absent"};
    for (int i = 0; i < 6; i++) printf("%s %d\n", probe[i], get(&t, probe[i], 0) ? *get(&t, probe[i], 0) : -1);
    printf("%zu in %zu\n", t.used, t.cap);
    printf("%d %d ", drop(&t, "age"), drop(&t, "nothing"));
    printf("%d\n", get(&t, "age", 0) == NULL);
    for (int i = 0; i < 200; i++) {
        snprintf(word, sizeof word, "key%d", i * i % 150);
        *get(&t, word, 1) += i;
    }
    long sum = 0;
    for (size_t i = 0; i < t.cap; i++)
        for (struct entry *e = t.slots[i]; e; e = e->next) sum += e->count * (long)strlen(e->key);
    printf("%zu in %zu, %ld\n", t.used, t.cap, sum);
    return (int)t.used;
}

// Arena and free-list allocators carved from a static buffer, with alignment and reset.
#include <stdalign.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static alignas(16) unsigned char memory[4096];
struct arena { unsigned char *base; size_t cap, used, peak; };

static void *alloc(struct arena *a, size_t n, size_t align) {
    size_t at = (a->used + align - 1) & ~(align - 1);
    if (at + n > a->cap) return NULL;
    a->used = at + n;
    if (a->used > a->peak) a->peak = a->used;
    return memset(a->base + at, 0, n);
}
#define NEW(a, T, n) ((T *)alloc(a, sizeof(T) * (n), alignof(T)))

struct block { size_t size; struct block *next; };
static struct block *free_list;

static void pool_init(void *p, size_t n) {
    free_list = p;
    *free_list = (struct block){n - sizeof(struct block), NULL};
}
static void *pool_alloc(size_t n) {
    n = (n + 15) & ~(size_t)15;
    for (struct block **p = &free_list; *p; p = &(*p)->next) {
        struct block *b = *p;
        if (b->size < n) continue;
        if (b->size >= n + sizeof *b + 16) {
            struct block *rest = (struct block *)((unsigned char *)(b + 1) + n);
            *rest = (struct block){b->size - n - sizeof *b, b->next};
            b->size = n;
            *p = rest;
        } else *p = b->next;
        return b + 1;
    }
    return NULL;
}
static void pool_free(void *v) {
    struct block *b = (struct block *)v - 1, **p = &free_list;
    while (*p && *p < b) p = &(*p)->next;
    b->next = *p;
    *p = b;
    for (struct block *m = free_list; m && m->next;) { /* join neighbours */
        if ((unsigned char *)(m + 1) + m->size == (unsigned char *)m->next) m->size += sizeof *m + m->next->size, m->next = m->next->next;
        else m = m->next;
    }
}
static void holes(void) {
    for (struct block *b = free_list; b; b = b->next) printf("[%td+%zu]", (unsigned char *)b - memory, b->size);
    puts("");
}

int main(void) {
    struct arena a = {memory, 256, 0, 0};
    char *c = NEW(&a, char, 3);
    double *d = NEW(&a, double, 2);
    int *i = NEW(&a, int, 5);
    strcpy(c, "hi");
    d[1] = 2.5;
    i[4] = 9;
    printf("%td %td %td %s %g %d %g\n", (unsigned char *)c - memory, (unsigned char *)d - memory, (unsigned char *)i - memory, c, d[1], i[4], d[0]);
    size_t mark = a.used;
    printf("%d %d\n", NEW(&a, long, 10) != NULL, NEW(&a, long, 100) == NULL);
    a.used = mark;
    printf("%zu %zu\n", a.used, a.peak);
    pool_init(memory, sizeof memory);
    void *v[10];
    for (int k = 0; k < 10; k++) v[k] = pool_alloc((size_t)k * 20 + 1);
    holes();
    for (int k = 1; k < 10; k += 3) pool_free(v[k]);
    holes();
    v[1] = pool_alloc(60);
    holes();
    for (int k = 0; k < 10; k++) if (k % 3 != 1) pool_free(v[k]);
    pool_free(v[1]);
    holes();
    printf("%d\n", pool_alloc(5000) == NULL);
    return (int)a.used;
}

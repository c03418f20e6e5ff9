// Flexible array members: allocation, sizeof, growth by realloc, and a byte string type.
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct vec {
    size_t len, cap;
    int data[];
};

struct text {
    unsigned char len;
    char s[];
};

struct rec {
    short id;
    struct { int x; char y; } items[];
};

static struct vec *push(struct vec *v, int x) {
    if (!v || v->len == v->cap) {
        size_t cap = v ? v->cap * 2 : 2;
        size_t len = v ? v->len : 0;
        v = realloc(v, sizeof *v + cap * sizeof v->data[0]);
        if (!v) exit(1);
        v->cap = cap;
        v->len = len;
    }
    v->data[v->len++] = x;
    return v;
}

static struct text *make(const char *s) {
    size_t n = strlen(s);
    struct text *t = malloc(sizeof *t + n);
    if (!t) exit(1);
    t->len = (unsigned char)n;
    memcpy(t->s, s, n);
    return t;
}

int main(void) {
    struct vec *v = NULL;
    for (int i = 0; i < 25; i++) v = push(v, i * 3);
    int sum = 0;
    for (size_t i = 0; i < v->len; i++) sum += v->data[i];
    printf("%zu %zu %d %zu\n", v->len, v->cap, sum, sizeof(struct vec));
    free(v);

    struct text *t[] = {make("flexible"), make(""), make("array member")};
    for (int i = 0; i < 3; i++) {
        printf("%d:%.*s\n", t[i]->len, t[i]->len, t[i]->s);
        free(t[i]);
    }
    printf("%zu %zu\n", sizeof(struct text), offsetof(struct text, s));

    struct rec *r = calloc(1, sizeof *r + 3 * sizeof r->items[0]);
    if (!r) return 1;
    r->items[2].x = 41;
    r->items[2].y = 'q';
    printf("%zu %zu %d %c %d\n", sizeof *r, offsetof(struct rec, items), r->items[2].x, r->items[2].y, r->items[0].x);
    free(r);
    return 0;
}

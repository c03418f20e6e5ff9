// Singly and doubly linked lists: insert, delete, reverse, merge sort, cycle detection.
#include <stdio.h>
#include <stdlib.h>

struct node { int v; struct node *next; };

static struct node *cons(int v, struct node *next) {
    struct node *n = malloc(sizeof *n);
    if (!n) exit(1);
    n->v = v;
    n->next = next;
    return n;
}
static void show(const struct node *n) {
    for (; n; n = n->next) printf("%d%s", n->v, n->next ? "->" : "");
    puts("");
}
static struct node *reverse(struct node *n) {
    struct node *r = NULL;
    while (n) {
        struct node *next = n->next;
        n->next = r;
        r = n;
        n = next;
    }
    return r;
}
static struct node *merge(struct node *a, struct node *b) {
    struct node head, *t = &head;
    while (a && b) {
        struct node **m = a->v <= b->v ? &a : &b;
        t = t->next = *m;
        *m = (*m)->next;
    }
    t->next = a ? a : b;
    return head.next;
}
static struct node *sort(struct node *n) {
    if (!n || !n->next) return n;
    struct node *slow = n, *fast = n->next;
    while (fast && fast->next) slow = slow->next, fast = fast->next->next;
    struct node *half = slow->next;
    slow->next = NULL;
    return merge(sort(n), sort(half));
}
static void remove_if(struct node **pp, int (*pred)(int)) {
    while (*pp) {
        struct node *n = *pp;
        if (pred(n->v)) {
            *pp = n->next;
            free(n);
        } else pp = &n->next;
    }
}
static int has_cycle(const struct node *n) {
    const struct node *f = n;
    while (f && f->next) {
        n = n->next;
        f = f->next->next;
        if (n == f) return 1;
    }
    return 0;
}
static int odd(int v) { return v & 1; }
static void insert_sorted(struct node **pp, int v) {
    while (*pp && (*pp)->v < v) pp = &(*pp)->next;
    *pp = cons(v, *pp);
}

int main(void) {
    struct node *l = NULL;
    for (int i = 0; i < 15; i++) l = cons(i * 37 % 41, l);
    show(l);
    l = reverse(l);
    show(l);
    l = sort(l);
    show(l);
    remove_if(&l, odd);
    show(l);
    for (int i = 5; i < 50; i += 15) insert_sorted(&l, i);
    show(l);
    struct node *last = l;
    int n = 1;
    while (last->next) last = last->next, n++;
    printf("%d ", has_cycle(l));
    last->next = l->next;
    printf("%d\n", has_cycle(l));
    last->next = NULL;
    while (l) {
        struct node *next = l->next;
        free(l);
        l = next;
    }
    return n;
}

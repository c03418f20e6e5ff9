// Binary search tree: insertion, traversals, deletion, height and level order.
#include <stdio.h>
#include <stdlib.h>

struct tree { int key; struct tree *l, *r; };

static struct tree *insert(struct tree *t, int k) {
    if (!t) {
        t = calloc(1, sizeof *t);
        if (!t) exit(1);
        t->key = k;
    } else if (k < t->key) t->l = insert(t->l, k);
    else if (k > t->key) t->r = insert(t->r, k);
    return t;
}
static struct tree *erase(struct tree *t, int k) {
    if (!t) return NULL;
    if (k < t->key) t->l = erase(t->l, k);
    else if (k > t->key) t->r = erase(t->r, k);
    else if (!t->l || !t->r) {
        struct tree *c = t->l ? t->l : t->r;
        free(t);
        return c;
    } else {
        struct tree *m = t->r;
        while (m->l) m = m->l;
        t->key = m->key;
        t->r = erase(t->r, m->key);
    }
    return t;
}
static void inorder(const struct tree *t) { if (t) inorder(t->l), printf("%d ", t->key), inorder(t->r); }
static void preorder(const struct tree *t) { if (t) printf("%d ", t->key), preorder(t->l), preorder(t->r); }
static int height(const struct tree *t) {
    if (!t) return 0;
    int l = height(t->l), r = height(t->r);
    return 1 + (l > r ? l : r);
}
static int count(const struct tree *t) { return t ? 1 + count(t->l) + count(t->r) : 0; }
static void levels(const struct tree *t) {
    const struct tree *q[64];
    int head = 0, tail = 0;
    q[tail++] = t;
    while (head < tail) {
        for (int n = tail - head; n > 0; n--) {
            const struct tree *x = q[head++];
            printf("%d ", x->key);
            if (x->l) q[tail++] = x->l;
            if (x->r) q[tail++] = x->r;
        }
        printf("| ");
    }
    puts("");
}
static void drop(struct tree *t) { if (t) drop(t->l), drop(t->r), free(t); }

int main(void) {
    struct tree *t = NULL;
    for (int i = 0, k = 50; i < 20; i++, k = k * 37 % 101) t = insert(t, k);
    inorder(t);
    puts("");
    preorder(t);
    puts("");
    levels(t);
    printf("height %d count %d\n", height(t), count(t));
    int victims[] = {50, 7, 100, 999, 32, 81};
    for (int i = 0; i < 6; i++) t = erase(t, victims[i]);
    inorder(t);
    puts("");
    int h = height(t), c = count(t);
    drop(t);
    return h * 10 + c % 10;
}

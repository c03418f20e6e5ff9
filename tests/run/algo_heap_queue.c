// Binary heap as a priority queue, heap sort and k-way merge.
#include <stdio.h>
#include <stdlib.h>

struct item { int pri; char tag; };
struct heap { struct item v[64]; int n; };

static void swap(struct item *a, struct item *b) { struct item t = *a; *a = *b; *b = t; }
static int less(const struct item *a, const struct item *b) { return a->pri != b->pri ? a->pri < b->pri : a->tag < b->tag; }
static void push(struct heap *h, int pri, char tag) {
    int i = h->n++;
    h->v[i] = (struct item){pri, tag};
    for (; i && less(&h->v[i], &h->v[(i - 1) / 2]); i = (i - 1) / 2) swap(&h->v[i], &h->v[(i - 1) / 2]);
}
static struct item pop(struct heap *h) {
    struct item top = h->v[0];
    h->v[0] = h->v[--h->n];
    for (int i = 0;;) {
        int c = 2 * i + 1;
        if (c >= h->n) break;
        if (c + 1 < h->n && less(&h->v[c + 1], &h->v[c])) c++;
        if (!less(&h->v[c], &h->v[i])) break;
        swap(&h->v[i], &h->v[c]);
        i = c;
    }
    return top;
}
static void sift(int *a, int i, int n) {
    for (int c; (c = 2 * i + 1) < n; i = c) {
        if (c + 1 < n && a[c + 1] > a[c]) c++;
        if (a[i] >= a[c]) return;
        int t = a[i];
        a[i] = a[c];
        a[c] = t;
    }
}
static void heap_sort(int *a, int n) {
    for (int i = n / 2; i-- > 0;) sift(a, i, n);
    while (--n > 0) {
        int t = a[0];
        a[0] = a[n];
        a[n] = t;
        sift(a, 0, n);
    }
}

int main(void) {
    struct heap h = {.n = 0};
    const char *tags = "zyxwvutsrqponmlkjihgfedcba";
    for (int i = 0; tags[i]; i++) push(&h, i * 7 % 10, tags[i]);
    while (h.n > 6) {
        struct item it = pop(&h);
        printf("%d%c ", it.pri, it.tag);
    }
    push(&h, -1, '!');
    puts("");
    while (h.n) putchar(pop(&h).tag);
    puts("");
    int a[50];
    unsigned s = 9;
    for (int i = 0; i < 50; i++) s = s * 69069u + 1u, a[i] = (int)(s >> 20) % 500;
    heap_sort(a, 50);
    for (int i = 0; i < 50; i += 7) printf("%d ", a[i]);
    puts("");
    static const int runs[3][5] = {{1, 4, 9, 16, 25}, {2, 3, 5, 7, 11}, {1, 2, 4, 8, 16}};
    int pos[3] = {0};
    for (char r = 0; r < 3; r++) push(&h, runs[(int)r][pos[(int)r]++], r);
    while (h.n) {
        struct item it = pop(&h);
        printf("%d ", it.pri);
        if (pos[(int)it.tag] < 5) push(&h, runs[(int)it.tag][pos[(int)it.tag]++], it.tag);
    }
    puts("");
    return a[25] % 256;
}

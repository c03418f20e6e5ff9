// LRU cache: hash buckets and a doubly linked list over one static pool of nodes.
#include <stdio.h>

#define CAP 4
#define BUCKETS 7
struct node { int key, value; struct node *prev, *next, *chain; };
struct cache { struct node pool[CAP], head; struct node *bucket[BUCKETS]; int used, hits, misses; };

static void unlink_node(struct node *n) { n->prev->next = n->next, n->next->prev = n->prev; }
static void to_front(struct cache *c, struct node *n) {
    n->next = c->head.next;
    n->prev = &c->head;
    n->next->prev = c->head.next = n;
}
static void init(struct cache *c) {
    *c = (struct cache){.used = 0};
    c->head.prev = c->head.next = &c->head;
}
static struct node **slot(struct cache *c, int key) {
    struct node **p = &c->bucket[(unsigned)key % BUCKETS];
    while (*p && (*p)->key != key) p = &(*p)->chain;
    return p;
}
static int get(struct cache *c, int key) {
    struct node *n = *slot(c, key);
    if (!n) return c->misses++, -1;
    c->hits++;
    unlink_node(n);
    to_front(c, n);
    return n->value;
}
static void put(struct cache *c, int key, int value) {
    struct node *n = *slot(c, key);
    if (n) unlink_node(n);
    else if (c->used < CAP) n = &c->pool[c->used++];
    else {
        n = c->head.prev;
        printf("evict %d\n", n->key);
        unlink_node(n);
        *slot(c, n->key) = n->chain;
    }
    if (n->key != key || !*slot(c, key)) {
        n->key = key;
        n->chain = NULL;
        *slot(c, key) = n;
    }
    n->value = value;
    to_front(c, n);
}
static void show(const struct cache *c) {
    for (const struct node *n = c->head.next; n != &c->head; n = n->next) printf("%d=%d ", n->key, n->value);
    puts("");
}

int main(void) {
    static struct cache c;
    init(&c);
    for (int i = 1; i <= 4; i++) put(&c, i, i * 100);
    show(&c);
    printf("%d %d\n", get(&c, 1), get(&c, 9));
    put(&c, 8, 800);
    put(&c, 15, 1500);
    show(&c);
    put(&c, 1, 111);
    show(&c);
    printf("%d\n", get(&c, 2));
    unsigned s = 5;
    long sum = 0;
    int puts_ = 0;
    for (int i = 0; i < 30; i++) {
        s = s * 1103515245u + 12345u;
        int k = (int)(s >> 16) % 6;
        int v = get(&c, k);
        if (v < 0) put(&c, k, i), puts_++;
        else sum += v;
    }
    show(&c);
    printf("%d hits %d misses %d puts %ld\n", c.hits, c.misses, puts_, sum);
    return c.hits;
}

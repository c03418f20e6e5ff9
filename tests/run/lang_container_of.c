// container_of and offsetof: intrusive lists, offsets of nested and array members.
#include <stddef.h>
#include <stdio.h>

#define container_of(ptr, type, member) ((type *)((char *)(ptr) - offsetof(type, member)))

struct list { struct list *next, *prev; };
struct task { int id; char name[6]; struct list node; double cost; struct list other; };

static void init(struct list *l) { l->next = l->prev = l; }
static void add_tail(struct list *h, struct list *n) {
    n->prev = h->prev;
    n->next = h;
    h->prev->next = n;
    h->prev = n;
}
static void del(struct list *n) {
    n->prev->next = n->next;
    n->next->prev = n->prev;
    init(n);
}
#define for_each(pos, head) for (struct list *pos = (head)->next; pos != (head); pos = pos->next)

struct layout {
    char a;
    short b;
    struct { char c; long long d[3]; struct { float e; char f; } g[2]; } in;
    union { char h; double i; };
    char tail;
};

int main(void) {
    struct list ready, expensive;
    init(&ready);
    init(&expensive);
    struct task tasks[5] = {{.id = 1, .name = "one", .cost = 1.5}, {.id = 2, .name = "two", .cost = 9}, {.id = 3, .name = "three", .cost = 2},
                            {.id = 4, .name = "four", .cost = 8.25}, {.id = 5, .name = "five", .cost = 4}};
    for (int i = 0; i < 5; i++) {
        add_tail(&ready, &tasks[i].node);
        init(&tasks[i].other);
        if (tasks[i].cost > 3) add_tail(&expensive, &tasks[i].other);
    }
    for_each(p, &ready) printf("%d:%s ", container_of(p, struct task, node)->id, container_of(p, struct task, node)->name);
    puts("");
    for_each(p, &expensive) printf("%g ", container_of(p, struct task, other)->cost);
    puts("");
    del(&tasks[2].node);
    del(&tasks[1].other);
    double sum = 0;
    for_each(p, &ready) sum += container_of(p, struct task, node)->cost;
    for_each(p, &expensive) sum += 100;
    printf("%g\n", sum);
    printf("%zu %zu %zu\n", offsetof(struct task, name), offsetof(struct task, node), offsetof(struct task, other));
    printf("%zu %zu %zu %zu\n", offsetof(struct layout, b), offsetof(struct layout, in), offsetof(struct layout, in.d[2]), offsetof(struct layout, in.g[1].f));
    printf("%zu %zu %zu\n", offsetof(struct layout, i), offsetof(struct layout, tail), sizeof(struct layout));
    char *name = &tasks[3].name[2];
    return container_of(name, struct task, name[2])->id;
}

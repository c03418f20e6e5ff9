// Struct assignment, arrays of structs, nested copies, self-assignment, independence of copies.
#include <stdio.h>
#include <string.h>

struct inner { int v[3]; char tag; };
struct item { char name[12]; struct inner in; double price; struct item *link; };

static struct item make(const char *name, int base) {
    struct item it;
    memset(&it, 0, sizeof it);
    strncpy(it.name, name, sizeof it.name - 1);
    for (int i = 0; i < 3; i++) it.in.v[i] = base + i;
    it.in.tag = name[0];
    it.price = base / 4.0;
    return it;
}

static void show(const struct item *p) {
    printf("%s {%d %d %d %c} %g %s\n", p->name, p->in.v[0], p->in.v[1], p->in.v[2], p->in.tag, p->price,
           p->link ? p->link->name : "-");
}

static void modify(struct item it) { it.in.v[0] = -1; it.name[0] = '#'; show(&it); }

int main(void) {
    struct item a = make("apple", 10), b = make("banana", 20), t;
    struct item arr[5] = {a, b};
    arr[2] = arr[0];
    arr[2].in.v[1] = 99;
    arr[3] = arr[4] = b;
    arr[4].link = &arr[0];
    t = arr[1], arr[1] = arr[0], arr[0] = t;
    for (int i = 0; i < 5; i++) show(&arr[i]);
    modify(a);
    show(&a);
    a.in = b.in;
    show(&a);
    struct item *p = &arr[4];
    *p = *p;
    show(p);
    *p->link = a;
    show(&arr[0]);
    show(arr[4].link);
    for (int i = 1; i < 5; i++) /* insertion sort by whole-struct moves */
        for (int j = i; j > 0 && strcmp(arr[j - 1].name, arr[j].name) > 0; j--) t = arr[j], arr[j] = arr[j - 1], arr[j - 1] = t;
    for (int i = 0; i < 5; i++) printf("%s ", arr[i].name);
    puts("");
    struct { int id; struct { int x, y; } pts[3]; } g[2] = {{1, {{1, 2}, {3, 4}, {5, 6}}}, {2, {{7, 8}}}}, h[2];
    memcpy(h, g, sizeof h);
    h[1] = g[0];
    h[1].pts[2] = g[1].pts[0];
    printf("%d %d %d %d\n", h[0].pts[2].y, h[1].pts[2].x, g[0].pts[2].x, h[1].id);
    printf("%d\n", make("cherry", 5).in.v[2] + (b = a).in.v[0]);
    return b.in.tag;
}

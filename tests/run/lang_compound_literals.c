// Compound literals: arrays, structs, addresses of, per-iteration values, at file scope.
#include <stdio.h>
#include <string.h>

struct point { int x, y; };
struct rect { struct point a, b; };

static int *const table = (int[]){10, 20, 30, 40};
static struct rect *unit = &(struct rect){{0, 0}, {1, 1}};

static int area(struct rect r) { return (r.b.x - r.a.x) * (r.b.y - r.a.y); }
static int area_p(const struct rect *r) { return area(*r); }
static int sum(const int *p) { int s = 0; while (*p) s += *p++; return s; }
static struct point add(struct point a, struct point b) { return (struct point){a.x + b.x, a.y + b.y}; }

int main(void) {
    printf("%d %d\n", table[3], area_p(unit));
    unit->b = (struct point){.y = 7, .x = 6};
    table[0]++;
    printf("%d %d\n", table[0], area_p(unit));
    printf("%d\n", area((struct rect){{1, 2}, {5, 9}}));
    printf("%d\n", area_p(&(struct rect){.b = {3, 4}}));
    printf("%d\n", sum((int[]){1, 2, 3, 4, 5, 0}));
    struct point p = add((struct point){1, 2}, add((struct point){10}, (struct point){.y = 100}));
    printf("%d %d\n", p.x, p.y);
    char *s = (char[]){"mutable"};
    s[0] = 'M';
    printf("%s %zu\n", s, sizeof(char[]){"mutable"});
    int *q = &(int){5};
    *q += 2;
    printf("%d %d\n", *q, (int){3} + 1);
    int total = 0;
    for (int i = 0; i < 4; i++) {
        int *fresh = (int[3]){i};
        total += fresh[0] + fresh[1] + fresh[2];
        fresh[1] = 1000;
    }
    printf("%d\n", total);
    const char *words[3];
    memcpy(words, (const char *[]){"one", "two", "three"}, sizeof words);
    printf("%s %s %s\n", words[0], words[1], words[2]);
    printf("%d\n", ((struct { int a; char b; }){42, 'x'}).a);
    union { float f; unsigned u; } pun = {.f = 1.0f};
    printf("%08x %08x\n", pun.u, (union { float f; unsigned u; }){2.0f}.u);
    return table[1];
}

// Function pointers: dispatch tables, callbacks with context, returned and nested in structs.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef int (*binop)(int, int);
static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int mul(int a, int b) { return a * b; }
static int quo(int a, int b) { return b ? a / b : -1; }

static const struct { const char *name; binop fn; } ops[] = {{"add", add}, {"sub", sub}, {"mul", mul}, {"div", quo}};

static binop lookup(const char *name) {
    for (size_t i = 0; i < sizeof ops / sizeof *ops; i++)
        if (!strcmp(ops[i].name, name)) return ops[i].fn;
    return NULL;
}

static int (*pick(int which))(int, int) { return which ? mul : add; }

struct shape {
    const struct vtable { double (*area)(const struct shape *); const char *(*name)(void); } *vt;
    double a, b;
};
static double rect_area(const struct shape *s) { return s->a * s->b; }
static double tri_area(const struct shape *s) { return s->a * s->b / 2; }
static const char *rect_name(void) { return "rect"; }
static const char *tri_name(void) { return "tri"; }
static const struct vtable rect_vt = {rect_area, rect_name}, tri_vt = {tri_area, tri_name};

static void each(const int *a, int n, void (*cb)(int, void *), void *ctx) { while (n--) cb(*a++, ctx); }
static void accumulate(int v, void *ctx) { *(long *)ctx += v * v; }
static void print(int v, void *ctx) { printf("%s%d", (const char *)ctx, v); }

static int fold(binop f, const int *a, int n, int init) { return n ? fold(f, a + 1, n - 1, f(init, *a)) : init; }

int main(void) {
    for (int i = 0; i < 4; i++) printf("%s %d\n", ops[i].name, ops[i].fn(20, 6));
    printf("%d %d\n", lookup("mul")(7, 8), lookup("pow") == NULL);
    printf("%d %d\n", pick(0)(3, 4), (*pick(1))(3, 4));
    printf("%d %d\n", (***add)(1, 2), (&sub)(9, 4));
    struct shape s[] = {{&rect_vt, 3, 4}, {&tri_vt, 3, 4}};
    for (int i = 0; i < 2; i++) printf("%s %g\n", s[i].vt->name(), s[i].vt->area(&s[i]));
    int v[] = {1, 2, 3, 4, 5};
    long sq = 0;
    each(v, 5, accumulate, &sq);
    printf("%ld", sq);
    each(v, 5, print, ";");
    puts("");
    binop f = sq > 50 ? mul : add;
    printf("%d %d\n", fold(f, v, 5, 1), fold(sub, v, 5, 100));
    printf("%d %d\n", f == mul, f != add);
    void *erased = (void *)quo;
    binop back = (binop)erased;
    return back(100, 9);
}

// A JSON-like value tree: building, escaping, compact and indented printing, and lookup.
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum type { NUL, BOOL, NUM, STR, ARR, OBJ };
struct value {
    enum type type;
    union { int b; double n; char *s; struct { struct value **items; char **keys; size_t len; } list; };
};

static struct value *new(enum type t) {
    struct value *v = calloc(1, sizeof *v);
    if (!v) exit(1);
    v->type = t;
    return v;
}
static struct value *num(double n) { struct value *v = new(NUM); v->n = n; return v; }
static struct value *str(const char *s) { struct value *v = new(STR); v->s = strdup(s); return v; }
static struct value *boolean(int b) { struct value *v = new(BOOL); v->b = b; return v; }
static void add(struct value *l, const char *key, struct value *v) {
    size_t n = l->list.len++;
    l->list.items = realloc(l->list.items, l->list.len * sizeof *l->list.items);
    l->list.keys = realloc(l->list.keys, l->list.len * sizeof *l->list.keys);
    l->list.items[n] = v;
    l->list.keys[n] = key ? strdup(key) : NULL;
}
static void quote(const char *s) {
    putchar('"');
    for (; *s; s++) switch (*s) {
        case '"': case '\\': printf("\\%c", *s); break;
        case '\n': printf("\\n"); break;
        case '\t': printf("\\t"); break;
        default:
            if ((unsigned char)*s < 32) printf("\\u%04x", *s);
            else putchar(*s);
        }
    putchar('"');
}
static void print(const struct value *v, int indent) {
    switch (v->type) {
    case NUL: printf("null"); return;
    case BOOL: printf(v->b ? "true" : "false"); return;
    case NUM: printf("%.15g", v->n); return;
    case STR: quote(v->s); return;
    case ARR: case OBJ: break;
    }
    putchar("[{"[v->type == OBJ]);
    for (size_t i = 0; i < v->list.len; i++) {
        if (i) putchar(',');
        if (indent >= 0) printf("\n%*s", indent + 2, "");
        if (v->type == OBJ) quote(v->list.keys[i]), printf(indent >= 0 ? ": " : ":");
        print(v->list.items[i], indent >= 0 ? indent + 2 : -1);
    }
    if (indent >= 0 && v->list.len) printf("\n%*s", indent, "");
    putchar("]}"[v->type == OBJ]);
}
static const struct value *find(const struct value *v, ...) {
    va_list ap;
    va_start(ap, v);
    for (const char *k; v && (k = va_arg(ap, const char *));) {
        const struct value *hit = NULL;
        for (size_t i = 0; v->type == OBJ && i < v->list.len; i++) if (!strcmp(v->list.keys[i], k)) hit = v->list.items[i];
        v = hit;
    }
    va_end(ap);
    return v;
}
static int drop(struct value *v) {
    int n = 1;
    if (v->type == STR) free(v->s);
    if (v->type >= ARR) {
        for (size_t i = 0; i < v->list.len; i++) n += drop(v->list.items[i]), free(v->list.keys[i]);
        free(v->list.items), free(v->list.keys);
    }
    free(v);
    return n;
}

int main(void) {
    struct value *root = new(OBJ), *list = new(ARR), *in = new(OBJ);
    for (int i = 0; i < 4; i++) add(list, NULL, i & 1 ? str("odd") : num(i * 1.25));
    add(in, "deep", boolean(1)), add(in, "text", str("quote \" slash \\ tab\t bell\a\n"));
    add(root, "name", str("margay")), add(root, "list", list), add(root, "empty", new(ARR));
    add(root, "inner", in), add(root, "none", new(NUL)), add(root, "big", num(1e21));
    print(root, -1);
    puts("");
    print(root, 0);
    puts("");
    printf("%d %d\n", find(root, "inner", "deep", NULL)->b, find(root, "inner", "absent", NULL) == NULL);
    return drop(root);
}

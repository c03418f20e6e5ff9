// alloca in loops and recursion, nested data built on the stack, and pointers kept to callers.
#include <alloca.h>
#include <stdio.h>
#include <string.h>

struct node { const char *name; struct node *up; };

static void path(const struct node *n) {
    if (n->up) path(n->up);
    printf("/%s", n->name);
}
static int walk(int depth, const struct node *up) {
    char *name = alloca(8);
    snprintf(name, 8, "d%d", depth);
    struct node here = {name, up};
    if (depth == 3) {
        path(&here);
        puts("");
        return 1;
    }
    return walk(depth + 1, &here) + walk(depth + 2 > 3 ? 3 : depth + 2, &here);
}
static int sum_list(int n) {
    struct cell { int v; struct cell *next; } *head = NULL;
    for (int i = 1; i <= n; i++) {
        struct cell *c = alloca(sizeof *c);
        c->v = i * i;
        c->next = head;
        head = c;
    }
    int s = 0;
    for (; head; head = head->next) s = s * 2 % 10007 + head->v;
    return s;
}
static char *join(char *out, int n, const char *const *w) {
    size_t len = 1;
    for (int i = 0; i < n; i++) len += strlen(w[i]) + 1;
    char *buf = alloca(len);
    char *p = buf;
    for (int i = 0; i < n; i++) p += sprintf(p, "%s%s", i ? "-" : "", w[i]);
    return strcpy(out, buf);
}

int main(void) {
    printf("%d\n", walk(0, NULL));
    printf("%d %d\n", sum_list(5), sum_list(100));
    char out[64];
    puts(join(out, 4, (const char *const[]){"built", "on", "the", "stack"}));
    int *slots[8];
    for (int i = 0; i < 8; i++) {
        slots[i] = alloca(sizeof(int) * (size_t)(i + 1));
        for (int j = 0; j <= i; j++) slots[i][j] = i * 10 + j;
    }
    int t = 0;
    for (int i = 0; i < 8; i++) t += slots[i][i];
    return t - 200;
}

// The cleanup attribute: order of destruction, early return, loops, goto and nesting.
#include <stdio.h>
#include <stdlib.h>

static int live;

static void note(int *p) {
    printf("~%d ", *p);
    live--;
}
static void release(char **p) {
    printf("free(%s) ", *p ? *p : "null");
    free(*p);
}
#define GUARD __attribute__((cleanup(note)))
static int open_guard(int id) { live++; return id; }

static int early(int n) {
    GUARD int a = open_guard(1);
    if (n == 0) return a * 100;
    GUARD int b = open_guard(2);
    if (n == 1) return a + b * 100;
    {
        GUARD int c = open_guard(3);
        if (n == 2) return c * 100;
        c = 33;
    }
    GUARD int d = open_guard(4);
    return d * 100;
}

static int ret_before_cleanup(void) {
    GUARD int v = open_guard(7);
    return v++; /* The value is taken before the cleanup sees 8. */
}

static char *dup(const char *s) {
    char *r = malloc(16);
    if (r) snprintf(r, 16, "%s", s);
    return r;
}

int main(void) {
    for (int i = 0; i < 4; i++) {
        int r = early(i);
        printf("-> %d live %d\n", r, live);
    }
    printf("-> %d\n", ret_before_cleanup());
    for (int i = 10; i < 16; i++) {
        GUARD int g = open_guard(i);
        if (i == 12) continue;
        if (i == 14) break;
        printf("body%d ", g);
    }
    puts("");
    int tries = 0;
again: {
    GUARD int g = open_guard(20 + tries);
    if (++tries < 3) goto again;
    printf("kept%d ", g);
}
    puts("");
    {
        __attribute__((cleanup(release))) char *one = dup("one"), *two = dup("two");
        __attribute__((cleanup(release))) char *none = NULL;
        printf("%s %s %d ", one, two, none == NULL);
    }
    puts("");
    return live + 14;
}

// A parser reports failure and leaves its result alone; the caller must ask.
#include <stdio.h>
#include <stdlib.h>

struct point {
    int x, y;
};

static int parse(const char *text, struct point **out) {
    static struct point point;
    char *end;
    long x = strtol(text, &end, 10);
    if (end == text || x < -1000 || x > 1000)
        return -1;
    point.x = (int)x;
    point.y = 0;
    *out = &point;
    return 0;
}

int main(int argc, char **argv) {
    struct point *p = NULL;
    if (argc < 2)
        return 1;
    parse(argv[1], &p);
    printf("%d\n", p->x); // expect: null-dereference
    return 0;
}

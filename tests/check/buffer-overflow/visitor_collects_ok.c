// A visitor collects what it is shown, whether there is room or not.
#include <stdio.h>

struct collection {
    int items[3];
    int count;
};

static void visit(const int *values, int n, void (*visitor)(int, void *), void *context) {
    for (int i = 0; i < n; i++)
        visitor(values[i], context);
}

static void keep_even(int value, void *context) {
    struct collection *c = context;
    if (value % 2 == 0 && c->count < 3)
        c->items[c->count++] = value;
}

int main(void) {
    static const int values[] = {2, 3, 4, 6, 7};
    struct collection even = {{0}, 0};
    visit(values, 5, keep_even, &even);
    static const int more[] = {8};
    visit(more, 1, keep_even, &even);
    printf("%d\n", even.count);
    return 0;
}

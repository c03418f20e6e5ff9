// The top of a stack is looked at when there may be none.
#include <stdio.h>
#include <stdlib.h>

struct stack {
    int *items;
    int count;
};

static int peek(const struct stack *s) {
    return s->items[s->count - 1]; // expect: out-of-bounds-read
}

int main(void) {
    struct stack s = {malloc(4 * sizeof(int)), 0};
    if (s.items == NULL)
        return 1;
    int c = getchar();
    if (c >= '0' && c <= '9')
        s.items[s.count++] = c - '0';
    printf("%d\n", peek(&s));
    free(s.items);
    return 0;
}

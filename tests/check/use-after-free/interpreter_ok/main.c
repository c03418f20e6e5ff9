// A stack of values over two files: what is popped is freed and then looked at.
#include "value.h"
#include <stdio.h>

static struct value *stack[4];
static int depth;

static int pop(void) {
    struct value *top = stack[--depth];
    int number = top->number;
    value_free(top);
    return number;
}

int main(void) {
    int c;
    while (depth < 4 && (c = getchar()) >= '0' && c <= '9') {
        struct value *value = value_new(c - '0');
        if (value == NULL)
            break;
        stack[depth++] = value;
    }
    int sum = 0;
    while (depth > 0)
        sum += pop();
    printf("%d\n", sum);
    return 0;
}

// A timer fires after its context is gone.
#include <stdio.h>
#include <stdlib.h>

struct timer {
    void (*fire)(void *);
    void *context;
};

static void count_down(void *context) {
    int *left = context;
    printf("%d left\n", *left);
}

int main(void) {
    int *left = malloc(sizeof *left);
    if (left == NULL)
        return 1;
    *left = 3;
    struct timer timer = {count_down, left};
    timer.fire(timer.context);
    free(left);
    return 0;
}

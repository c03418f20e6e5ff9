// A message is read as one of another kind, which is longer.
#include <stdio.h>

struct ping {
    unsigned kind;
};

struct move {
    unsigned kind;
    int dx, dy;
};

static int handle(void *message) {
    struct move *move = message;
    if (move->kind != 2)
        return 0;
    return move->dx;
}

int main(void) {
    struct ping ping = {1};
    struct move move = {2, 5, -5};
    printf("%d\n", handle(&move));
    printf("%d\n", handle(&ping));
    return 0;
}

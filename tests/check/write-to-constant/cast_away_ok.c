// const is cast away from a table that is constant.
#include <stdio.h>

static int limits[3] = {10, 20, 30};

static void raise_limit(const int *limit) {
    *(int *)limit = 99;
}

int main(void) {
    raise_limit(&limits[1]);
    printf("%d\n", limits[1]);
    return 0;
}

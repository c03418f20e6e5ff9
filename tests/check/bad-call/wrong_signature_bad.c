// A check of another shape is cast to what the table wants.
#include <stdio.h>

typedef int (*check)(int value, int low, int high);

static int in_range(int value, int low, int high) {
    return value >= low && value <= high;
}

static int positive(int value) {
    return value > 0;
}

int main(void) {
    check checks[2] = {in_range, (check)(void *)positive};
    for (int i = 0; i < 2; i++)
        printf("%d\n", checks[i](5, 1, 10)); // expect: bad-call
    return 0;
}

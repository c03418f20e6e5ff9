// A comparison of another shape is cast to what the table wants.
#include <stdio.h>

typedef int (*check)(int);

static int in_range(int value, int low, int high) {
    return value >= low && value <= high;
}

static int positive(int value) {
    return value > 0 && in_range(value, 1, 100);
}

int main(void) {
    check checks[2] = {positive, (check)(void *)in_range};
    for (int i = 0; i < 2; i++)
        printf("%d\n", checks[i](5)); // expect: bad-call
    return 0;
}

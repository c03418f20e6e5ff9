// A check of another shape is cast to what the table wants.
#include <stdio.h>

typedef int (*check)(int value, int low, int high);

static int in_range(int value, int low, int high) {
    return value >= low && value <= high;
}

static int outside(int value, int low, int high) {
    return !in_range(value, low, high);
}

int main(void) {
    check checks[2] = {in_range, outside};
    for (int i = 0; i < 2; i++)
        printf("%d\n", checks[i](5, 1, 10));
    return 0;
}

// A running total that starts with whatever is there.
#include <stdio.h>

static int total(const int *values, int count) {
    int sum;
    for (int i = 0; i < count; i++)
        sum += values[i]; // expect: uninitialised-read
    return sum > 10;
}

int main(void) {
    int values[3] = {4, 5, 6};
    printf("%d\n", total(values, 3));
    return 0;
}

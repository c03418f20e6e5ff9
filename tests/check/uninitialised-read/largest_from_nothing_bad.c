// The largest so far starts as whatever is there.
#include <stdio.h>

static int largest(const int *values, int count) {
    int best;
    for (int i = 0; i < count; i++)
        if (values[i] > best) // expect: uninitialised-read
            best = values[i];
    return best;
}

int main(void) {
    int values[3] = {4, 5, 6};
    printf("%d\n", largest(values, 3));
    return 0;
}

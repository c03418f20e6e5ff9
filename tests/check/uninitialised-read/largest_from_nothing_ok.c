// The largest so far starts as whatever is there.
#include <stdio.h>

static int largest(const int *values, int count) {
    int best = values[0];
    for (int i = 1; i < count; i++)
        if (values[i] > best)
            best = values[i];
    return best;
}

int main(void) {
    int values[3] = {4, 5, 6};
    printf("%d\n", largest(values, 3));
    return 0;
}

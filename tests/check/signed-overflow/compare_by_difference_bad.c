// A comparison for qsort that subtracts.
#include <stdio.h>
#include <stdlib.h>

static int compare(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;
    return x - y; // expect: signed-overflow
}

int main(void) {
    int values[3];
    for (int i = 0; i < 3; i++)
        if (scanf("%d", &values[i]) != 1)
            return 1;
    qsort(values, 3, sizeof values[0], compare);
    printf("%d\n", values[0]);
    return 0;
}

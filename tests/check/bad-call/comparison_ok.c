// A comparison takes pointers to numbers, as pointers to what they are.
#include <stdio.h>
#include <stdlib.h>

static int compare(const int *a, const int *b) {
    return (*a > *b) - (*a < *b);
}

int main(void) {
    int numbers[3] = {3, 1, 2};
    qsort(numbers, 3, sizeof numbers[0],
          (int (*)(const void *, const void *))compare);
    printf("%d\n", numbers[0]);
    return 0;
}

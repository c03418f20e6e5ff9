// A comparison takes numbers, and is given pointers to them.
#include <stdio.h>
#include <stdlib.h>

static int compare(int a, int b) {
    return (a > b) - (a < b);
}

int main(void) {
    int numbers[3] = {3, 1, 2};
    qsort(numbers, 3, sizeof numbers[0], // expect: bad-call
          (int (*)(const void *, const void *))compare);
    printf("%d\n", numbers[0]);
    return 0;
}

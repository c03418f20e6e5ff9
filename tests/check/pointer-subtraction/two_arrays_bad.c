// The distance between elements of different arrays.
#include <stdio.h>

int main(void) {
    int first[4] = {1, 2, 3, 4}, second[4] = {5, 6, 7, 8};
    int *a = &first[0];
    int *b = &second[3];
    printf("%d\n", (int)(b - a)); // expect: pointer-subtraction
    return second[0] - 5;
}

// Rows of different lengths through a pointer to pointers.
#include <stdio.h>

int main(void) {
    int first[] = {1, 2, 3}, second[] = {4, 5};
    int *rows[] = {first, second};
    static const int lengths[] = {3, 2};
    int sum = 0;
    for (int r = 0; r < 2; r++)
        for (int i = 0; i < lengths[r]; i++)
            sum += rows[r][i];
    printf("%d\n", sum);
    return 0;
}

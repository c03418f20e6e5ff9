// A table of squares on the heap; the loop that fills it takes one step too many.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    enum { COUNT = 10 };
    int *squares = malloc(COUNT * sizeof *squares);
    if (squares == NULL)
        return 1;
    for (int i = 0; i < COUNT; i++)
        squares[i] = i * i;
    printf("%d\n", squares[3]);
    free(squares);
    return 0;
}

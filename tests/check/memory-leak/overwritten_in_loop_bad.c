// Each iteration of a loop allocates; the last one only is freed.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int *row = NULL;
    for (int i = 0; i < 3; i++) {
        row = malloc(4 * sizeof *row); // expect: memory-leak
        if (row == NULL)
            return 1;
        row[0] = i;
        printf("%d\n", row[0]);
    }
    free(row);
    return 0;
}

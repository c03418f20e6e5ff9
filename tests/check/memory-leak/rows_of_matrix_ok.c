// A matrix of rows is built; if one row fails, those before it must go.
#include <stdio.h>
#include <stdlib.h>

enum { ROWS = 3 };

static int **matrix_new(void) {
    int **rows = calloc(ROWS, sizeof *rows);
    if (rows == NULL)
        return NULL;
    for (int i = 0; i < ROWS; i++) {
        rows[i] = calloc(4, sizeof **rows);
        if (rows[i] == NULL) {
            while (i > 0)
                free(rows[--i]);
            free(rows);
            return NULL;
        }
    }
    return rows;
}

int main(void) {
    int **matrix = matrix_new();
    if (matrix == NULL)
        return 1;
    printf("%d\n", matrix[2][3]);
    for (int i = 0; i < ROWS; i++)
        free(matrix[i]);
    free(matrix);
    return 0;
}

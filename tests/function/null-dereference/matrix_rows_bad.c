// Rows that may be missing in a sparse matrix.
#include <stddef.h>

struct matrix {
    int rows, columns;
    double **cells;
};

double trace(const struct matrix *matrix) {
    double sum = 0;
    for (int i = 0; i < matrix->rows && i < matrix->columns; i++)
        sum += matrix->cells[i][i];
    return sum;
}

double total(const struct matrix *matrix) {
    double sum = 0;
    for (int i = 0; i < matrix->rows; i++) {
        const double *row = matrix->cells[i];
        if (row == NULL)
            sum += row[0]; // expect: null-dereference
        for (int j = 0; j < matrix->columns; j++)
            sum += row[j];
    }
    return sum;
}

// VLAs as parameters: matrices whose bounds are other parameters.
#include <stdio.h>

static void multiply(int n, int m, int p, double a[n][m], double b[m][p], double c[n][p]) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < p; j++) {
            c[i][j] = 0;
            for (int k = 0; k < m; k++) c[i][j] += a[i][k] * b[k][j];
        }
}

static void transpose(int rows, int cols, int in[rows][cols], int out[cols][rows]) {
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < cols; j++) out[j][i] = in[i][j];
}

static int trace3(int x, int y, int z, int cube[x][y][z]) {
    int t = 0;
    for (int i = 0; i < x && i < y && i < z; i++) t += cube[i][i][i];
    return t;
}

static int sum(int n, int a[static n]) {
    int s = 0;
    while (n--) s += *a++;
    return s;
}

int main(void) {
    double a[2][3] = {{1, 2, 3}, {4, 5, 6}};
    double b[3][2] = {{7, 8}, {9, 10}, {11, 12}};
    double c[2][2];
    multiply(2, 3, 2, a, b, c);
    printf("%g %g %g %g\n", c[0][0], c[0][1], c[1][0], c[1][1]);

    int in[3][4], out[4][3];
    for (int i = 0; i < 12; i++) in[i / 4][i % 4] = i * i;
    transpose(3, 4, in, out);
    for (int i = 0; i < 4; i++) printf("%d %d %d\n", out[i][0], out[i][1], out[i][2]);

    int x = 3, y = 4, z = 5;
    int cube[x][y][z];
    for (int i = 0; i < x; i++)
        for (int j = 0; j < y; j++)
            for (int k = 0; k < z; k++) cube[i][j][k] = 100 * i + 10 * j + k;
    printf("%d\n", trace3(x, y, z, cube));
    printf("%d\n", cube[2][3][4] - cube[1][0][2]);
    printf("%td\n", &cube[2][0][0] - &cube[0][0][0]);

    int(*dyn)[y] = (int(*)[y])cube[1];
    printf("%zu %d\n", sizeof *dyn, (*dyn)[1]);
    int list[] = {3, 1, 4, 1, 5};
    return sum(5, list);
}

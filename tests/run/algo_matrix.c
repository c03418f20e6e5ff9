// Matrices: multiplication, determinant by elimination, inverse, power, fixed rational output.
#include <math.h>
#include <stdio.h>
#include <string.h>

#define N 4
typedef double mat[N][N];

static void mul(mat r, mat a, mat b) {
    mat t;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            t[i][j] = 0;
            for (int k = 0; k < N; k++) t[i][j] += a[i][k] * b[k][j];
        }
    memcpy(r, t, sizeof t);
}
static double invert(mat a, mat inv) {
    double det = 1;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) inv[i][j] = i == j;
    for (int c = 0; c < N; c++) {
        int p = c;
        for (int r = c + 1; r < N; r++)
            if (fabs(a[r][c]) > fabs(a[p][c])) p = r;
        if (a[p][c] == 0) return 0;
        if (p != c) {
            for (int k = 0; k < N; k++) {
                double t = a[p][k]; a[p][k] = a[c][k]; a[c][k] = t;
                t = inv[p][k]; inv[p][k] = inv[c][k]; inv[c][k] = t;
            }
            det = -det;
        }
        double d = a[c][c];
        det *= d;
        for (int k = 0; k < N; k++) a[c][k] /= d, inv[c][k] /= d;
        for (int r = 0; r < N; r++) {
            double f = a[r][c];
            if (r == c || f == 0) continue;
            for (int k = 0; k < N; k++) a[r][k] -= f * a[c][k], inv[r][k] -= f * inv[c][k];
        }
    }
    return det;
}
static unsigned long fib(unsigned n) {
    unsigned long m[2][2] = {{1, 1}, {1, 0}}, r[2][2] = {{1, 0}, {0, 1}}, t[2][2];
    for (; n; n >>= 1) {
        unsigned long(*src)[2] = m;
        if (n & 1) {
            for (int i = 0; i < 4; i++) t[i / 2][i % 2] = r[i / 2][0] * m[0][i % 2] + r[i / 2][1] * m[1][i % 2];
            memcpy(r, t, sizeof t);
        }
        for (int i = 0; i < 4; i++) t[i / 2][i % 2] = src[i / 2][0] * src[0][i % 2] + src[i / 2][1] * src[1][i % 2];
        memcpy(m, t, sizeof t);
    }
    return r[0][1];
}
static void show(mat m) {
    for (int i = 0; i < N; i++) printf("%8.4f %8.4f %8.4f %8.4f\n", m[i][0] + 0.0, m[i][1] + 0.0, m[i][2] + 0.0, m[i][3] + 0.0);
}

int main(void) {
    mat a = {{2, 0, 1, 3}, {1, 4, 0, 2}, {0, 5, 8, 1}, {7, 1, 2, 0}}, copy, inv, p;
    memcpy(copy, a, sizeof a);
    printf("det %.6g\n", invert(copy, inv));
    show(inv);
    mul(p, a, inv);
    double err = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) err += fabs(p[i][j] - (i == j));
    printf("%d\n", err < 1e-12);
    mul(p, a, a);
    mul(p, p, p);
    show(p);
    mat s = {{1, 2, 3, 4}, {2, 4, 6, 8}, {1, 0, 0, 0}, {0, 1, 0, 0}};
    printf("singular %g\n", invert(s, inv));
    printf("%lu %lu\n", fib(10), fib(90));
    return (int)(fib(13) % 256);
}

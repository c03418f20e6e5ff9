// Variable-length arrays: one and two dimensions, sizeof at run time, in loops.
#include <stdio.h>
#include <string.h>

static int fill(int n) {
    int a[n];
    for (int i = 0; i < n; i++) a[i] = i * i;
    int sum = 0;
    for (int i = 0; i < n; i++) sum += a[i];
    return sum + (int)sizeof a;
}

static long pascal(int rows) {
    long tri[rows][rows];
    memset(tri, 0, sizeof tri);
    for (int r = 0; r < rows; r++) {
        tri[r][0] = tri[r][r] = 1;
        for (int c = 1; c < r; c++) tri[r][c] = tri[r - 1][c - 1] + tri[r - 1][c];
    }
    return tri[rows - 1][rows / 2];
}

static int depth(int n) {
    char buf[n + 1];
    memset(buf, 'a' + n % 26, (size_t)n);
    buf[n] = 0;
    if (n == 0) return 0;
    int inner = depth(n - 1);
    return inner + (int)strlen(buf) + (buf[n - 1] == 'a' + n % 26);
}

int main(void) {
    for (int n = 1; n < 12; n += 3) printf("%d ", fill(n));
    puts("");
    for (int n = 2; n < 20; n += 4) printf("%ld ", pascal(n));
    puts("");
    printf("%d\n", depth(20));

    int n = 3;
    int m[n][n + 1];
    printf("%zu %zu\n", sizeof m, sizeof m[0]);
    n = 10; /* The type was fixed when the declaration was reached. */
    printf("%zu\n", sizeof m / sizeof m[0]);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 4; j++) m[i][j] = 10 * i + j;
    int(*row)[4] = m;
    printf("%d %d\n", row[2][3], (*(row + 1))[2]);

    int k = 2;
    typedef char block[k++];
    block b1;
    printf("%zu %d\n", sizeof b1, k);
    printf("%zu ", sizeof(int[k++]));
    printf("%d\n", k);

    int total = 0;
    for (int i = 1; i <= 100; i++) {
        unsigned char tmp[i * 3];
        memset(tmp, i, sizeof tmp);
        total += tmp[i * 3 - 1];
        if (i % 7 == 0) continue;
        total++;
    }
    printf("%d\n", total);
    return 0;
}

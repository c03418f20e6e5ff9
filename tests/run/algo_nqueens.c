// Backtracking: N queens with bitmasks, subset sum, and a small sudoku.
#include <stdio.h>
#include <string.h>

static int queens(unsigned all, unsigned cols, unsigned d1, unsigned d2) {
    if (cols == all) return 1;
    int n = 0;
    for (unsigned free = all & ~(cols | d1 | d2); free;) {
        unsigned bit = free & -free;
        free ^= bit;
        n += queens(all, cols | bit, (d1 | bit) << 1, (d2 | bit) >> 1);
    }
    return n;
}

static int place(int *row, int c, int n) {
    if (c == n) return 1;
    for (int r = 0; r < n; r++) {
        int ok = 1;
        for (int k = 0; k < c && ok; k++) ok = row[k] != r && row[k] - r != k - c && row[k] - r != c - k;
        row[c] = r;
        if (ok && place(row, c + 1, n)) return 1;
    }
    return 0;
}

static int subsets(const int *v, int n, int target) {
    if (n == 0) return target == 0;
    return subsets(v + 1, n - 1, target) + subsets(v + 1, n - 1, target - v[0]);
}

static char grid[16];
static int fits(int at, char d) {
    int r = at / 4, c = at % 4;
    for (int i = 0; i < 4; i++)
        if (grid[r * 4 + i] == d || grid[i * 4 + c] == d || grid[(r / 2 * 2 + i / 2) * 4 + c / 2 * 2 + i % 2] == d) return 0;
    return 1;
}
static int solve(int at) {
    while (at < 16 && grid[at] != '.') at++;
    if (at == 16) return 1;
    for (char d = '1'; d <= '4'; d++)
        if (fits(at, d)) {
            grid[at] = d;
            if (solve(at + 1)) return 1;
            grid[at] = '.';
        }
    return 0;
}

int main(void) {
    for (int n = 1; n <= 7; n++) printf("%d ", queens((1u << n) - 1, 0, 0, 0));
    puts("");
    int row[8];
    place(row, 0, 8);
    for (int r = 0; r < 8; r++) {
        for (int c = 0; c < 8; c++) putchar(row[c] == r ? 'Q' : '.');
        puts("");
    }
    int v[] = {3, 34, 4, 12, 5, 2, 8, 17, 1, 9};
    printf("%d %d\n", subsets(v, 10, 20), subsets(v, 10, 96));
    memcpy(grid, "1...""..3.""3..."".2.1", 16);
    printf("%d\n", solve(0));
    for (int i = 0; i < 4; i++) printf("%.4s\n", grid + i * 4);
    return queens(63, 0, 0, 0);
}

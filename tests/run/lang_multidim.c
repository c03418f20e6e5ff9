// Multi-dimensional arrays: initialisation, decay, row pointers, passing, reshaping.
#include <stdio.h>
#include <string.h>

static int cube[2][3][4] = {{{1, 2, 3, 4}, {5, 6}, {7}}, {{8}, {[2] = 9}}};
static const char names[][6] = {"ab", "cdefg", "h"};

static int row_sum(const int row[4]) { return row[0] + row[1] + row[2] + row[3]; }
static int plane_sum(int p[][4], int rows) {
    int s = 0;
    for (int i = 0; i < rows; i++) s += row_sum(p[i]);
    return s;
}
static int (*select_plane(int i))[4] { return cube[i]; }
static void rotate(int m[3][3]) {
    int r[3][3];
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) r[j][2 - i] = m[i][j];
    memcpy(m, r, sizeof r);
}

int main(void) {
    printf("%d %d\n", plane_sum(cube[0], 3), plane_sum(cube[1], 3));
    printf("%zu %zu %zu %zu\n", sizeof cube, sizeof cube[0], sizeof cube[0][0], sizeof cube / sizeof(int));
    printf("%d %d\n", cube[1][1][2], (*(*(cube + 1) + 1))[2]);
    printf("%d %d\n", select_plane(0)[1][1], *(*select_plane(1) + 0));
    int(*p)[3][4] = cube;
    printf("%d %td\n", p[1][0][0], (char *)(p + 1) - (char *)p);
    for (int i = 0; i < 3; i++) printf("%s%zu ", names[i], strlen(names[i]));
    printf("%zu\n", sizeof names);
    int m[3][3] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
    rotate(m);
    for (int i = 0; i < 3; i++) printf("%d%d%d ", m[i][0], m[i][1], m[i][2]);
    puts("");
    int *rows[3] = {m[2], m[0], m[1]};
    printf("%d %d %d\n", rows[0][0], rows[1][1], rows[2][2]);
    int id[4][4] = {0};
    for (int i = 0; i < 4; i++) id[i][i] = 1;
    int tr = 0;
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++) tr += id[i][j] * (i * 4 + j);
    printf("%d\n", tr);
    char board[3][4] = {"X.O", ".X.", "O.X"};
    int win = board[0][0] == board[1][1] && board[1][1] == board[2][2];
    for (int i = 0; i < 3; i++) puts(board[i]);
    short four[2][2][2][2];
    for (int i = 0; i < 16; i++) four[i >> 3][i >> 2 & 1][i >> 1 & 1][i & 1] = (short)(i * i);
    printf("%d %d %d\n", win, four[1][0][1][1], four[0][1][1][0]);
    long spiral[4][4], n = 1;
    for (int layer = 0; layer < 2; layer++) {
        int lo = layer, hi = 3 - layer;
        for (int j = lo; j < hi; j++) spiral[lo][j] = n++;
        for (int i = lo; i < hi; i++) spiral[i][hi] = n++;
        for (int j = hi; j > lo; j--) spiral[hi][j] = n++;
        for (int i = hi; i > lo; i--) spiral[i][lo] = n++;
    }
    for (int i = 0; i < 4; i++) printf("%2ld %2ld %2ld %2ld\n", spiral[i][0], spiral[i][1], spiral[i][2], spiral[i][3]);
    return (int)spiral[2][1];
}

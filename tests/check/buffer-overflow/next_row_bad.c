// A column that is one too far is the next row's first.
#include <stdio.h>

static int board[3][4];

int main(void) {
    unsigned row, column;
    if (scanf("%u %u", &row, &column) != 2 || row >= 2 || column > 4) return 1;
    board[row][column] = 1; // expect: buffer-overflow
    printf("%d\n", board[1][0]);
    return 0;
}

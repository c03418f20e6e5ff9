// Rows and columns are kept apart; all cells in a row are reached through a pointer.
#include <stdio.h>

static int board[3][4];

int main(void) {
    unsigned row, column;
    if (scanf("%u %u", &row, &column) != 2 || row >= 2 || column >= 4) return 1;
    board[row][column] = 1;
    int *cells = board[0];
    for (int i = 0; i < 12; i++)
        cells[i]++;
    printf("%d\n", board[1][0]);
    return 0;
}

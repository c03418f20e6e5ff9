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
    int copy[3][4];
    for (int *cell = &copy[0][0]; cell < &copy[0][12]; cell++)
        *cell = *cells++;
    printf("%d\n", copy[1][0]);
    return 0;
}

// Rows and columns of a global board; swapped, they leave it.
#include <stdio.h>

enum { ROWS = 4, COLUMNS = 5 };

static int board[ROWS][COLUMNS];

static void clear_board(int value) {
    for (int row = 0; row < ROWS; row++)
        for (int column = 0; column < COLUMNS; column++)
            board[row][column] = value;
}

int main(void) {
    clear_board(7);
    printf("%d\n", board[0][0]);
    return 0;
}

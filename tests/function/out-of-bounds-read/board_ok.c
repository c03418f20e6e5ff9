// A board of eight by eight, and what lies around a square.
static int board[8][8];

void set_square(int x, int y, int piece) {
    board[x][y] = piece;
}

int square(int x, int y) {
    if (x < 0 || y < 0 || x > 7 || y > 7)
        return 0;
    return board[x][y];
}

int neighbours(int x, int y) {
    int count = 0;
    for (int i = x - 1; i <= x + 1; i++)
        for (int j = y - 1; j <= y + 1; j++)
            if ((i != x || j != y) && i >= 0 && j >= 0 && i < 8 && j < 8)
                count += board[i][j] != 0;
    return count;
}

int pieces(void) {
    const int *squares = &board[0][0];
    int count = 0;
    for (int i = 0; i < 64; i++)
        count += squares[i] != 0;
    return count;
}

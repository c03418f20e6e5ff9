// Conway's Game of Life on a torus: glider, blinker and an R-pentomino counted over generations.
#include <stdio.h>
#include <string.h>

#define W 24
#define H 14
static unsigned char a[H][W], b[H][W];

static int neighbours(int y, int x) {
    int n = 0;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
            if (dy || dx) n += a[(y + dy + H) % H][(x + dx + W) % W];
    return n;
}
static int step(void) {
    int alive = 0;
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            int n = neighbours(y, x);
            alive += b[y][x] = n == 3 || (n == 2 && a[y][x]);
        }
    memcpy(a, b, sizeof a);
    return alive;
}
static void put(int y, int x, const char *rows) {
    for (int dy = 0, dx = 0; *rows; rows++) {
        if (*rows == '/') dy++, dx = 0;
        else a[(y + dy) % H][(x + dx++) % W] = *rows == 'o';
    }
}
static void show(void) {
    for (int y = 0; y < H; y++) {
        for (int x = 0; x < W; x++) putchar(a[y][x] ? 'o' : '.');
        putchar('\n');
    }
}

int main(void) {
    put(0, 0, ".o./..o/ooo");
    put(2, 12, "ooo");
    show();
    for (int i = 0; i < 8; i++) printf("%d ", step());
    puts("");
    show();
    memset(a, 0, sizeof a);
    put(6, 11, ".oo/oo./.o.");
    int alive = 0;
    for (int i = 0; i < 20; i++) {
        alive = step();
        if (i % 5 == 4) printf("%d ", alive);
    }
    puts("");
    show();
    return alive;
}

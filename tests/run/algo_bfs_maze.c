// Breadth-first search: shortest path through a maze, flood fill and knight moves.
#include <stdio.h>
#include <string.h>

#define W 21
#define H 9
static char maze[H][W + 1] = {
    "#####################",
    "#S..#.....#.........#",
    "#.#.#.###.#.#######.#",
    "#.#...#.#...#.....#.#",
    "#.#####.#####.###.#.#",
    "#.....#.....#.#.....#",
    "#####.###.#.#.#.#####",
    "#.........#...#....E#",
    "#####################",
};
static const int dx[] = {1, 0, -1, 0}, dy[] = {0, 1, 0, -1};

static int bfs(int sx, int sy, int ex, int ey, short prev[H][W]) {
    short queue[W * H];
    int head = 0, tail = 0;
    memset(prev, -1, sizeof(short) * W * H);
    queue[tail++] = (short)(sy * W + sx);
    prev[sy][sx] = queue[0];
    while (head < tail) {
        int at = queue[head++], x = at % W, y = at / W;
        if (x == ex && y == ey) return tail;
        for (int d = 0; d < 4; d++) {
            int nx = x + dx[d], ny = y + dy[d];
            if (maze[ny][nx] == '#' || prev[ny][nx] >= 0) continue;
            prev[ny][nx] = (short)at;
            queue[tail++] = (short)(ny * W + nx);
        }
    }
    return -1;
}
static int flood(int x, int y, char from, char to) {
    if (maze[y][x] != from) return 0;
    maze[y][x] = to;
    int n = 1;
    for (int d = 0; d < 4; d++) n += flood(x + dx[d], y + dy[d], from, to);
    return n;
}
static int knight(int fx, int fy, int tx, int ty) {
    int dist[8][8], q[64], h = 0, t = 0;
    memset(dist, -1, sizeof dist);
    dist[fy][fx] = 0;
    q[t++] = fy * 8 + fx;
    while (h < t) {
        int y = q[h] / 8, x = q[h] % 8;
        h++;
        for (int a = -2; a <= 2; a++)
            for (int b = -2; b <= 2; b++) {
                if (a * a + b * b != 5 || x + a < 0 || x + a > 7 || y + b < 0 || y + b > 7) continue;
                if (dist[y + b][x + a] >= 0) continue;
                dist[y + b][x + a] = dist[y][x] + 1;
                q[t++] = (y + b) * 8 + x + a;
            }
    }
    return dist[ty][tx];
}

int main(void) {
    short prev[H][W];
    printf("visited %d\n", bfs(1, 1, 19, 7, prev));
    int len = 0;
    for (int at = 7 * W + 19; at != 1 * W + 1; at = prev[at / W][at % W], len++)
        if (maze[at / W][at % W] == '.') maze[at / W][at % W] = '*';
    printf("length %d\n", len);
    for (int y = 0; y < H; y++) puts(maze[y]);
    printf("%d ", flood(1, 3, '.', '~'));
    printf("%d ", flood(7, 3, '.', '~'));
    printf("%d\n", flood(0, 0, '.', '~'));
    printf("%d %d %d\n", knight(0, 0, 7, 7), knight(0, 0, 1, 1), knight(3, 3, 4, 3));
    return len;
}

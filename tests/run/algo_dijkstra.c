// Graphs: Dijkstra, Floyd-Warshall, topological order, union-find spanning tree.
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#define N 8
struct edge { int a, b, w; };
static const struct edge edges[] = {{0, 1, 4}, {0, 2, 1}, {2, 1, 2}, {1, 3, 5}, {2, 3, 8}, {3, 4, 3}, {4, 5, 1}, {2, 5, 14}, {5, 6, 2}, {1, 6, 20}};
#define E ((int)(sizeof edges / sizeof *edges))

static void dijkstra(int s, long *dist, int *prev) {
    int done[N] = {0};
    for (int i = 0; i < N; i++) dist[i] = LONG_MAX, prev[i] = -1;
    dist[s] = 0;
    for (int k = 0; k < N; k++) {
        int u = -1;
        for (int i = 0; i < N; i++)
            if (!done[i] && dist[i] != LONG_MAX && (u < 0 || dist[i] < dist[u])) u = i;
        if (u < 0) return;
        done[u] = 1;
        for (int e = 0; e < E; e++)
            if (edges[e].a == u && dist[u] + edges[e].w < dist[edges[e].b])
                dist[edges[e].b] = dist[u] + edges[e].w, prev[edges[e].b] = u;
    }
}
static void path(const int *prev, int to) {
    if (prev[to] >= 0) path(prev, prev[to]), printf("-");
    printf("%d", to);
}
static int parent[N];
static int find(int x) { return parent[x] == x ? x : (parent[x] = find(parent[x])); }
static int by_weight(const void *a, const void *b) {
    const struct edge *x = a, *y = b;
    return x->w != y->w ? x->w - y->w : x->a * N + x->b - y->a * N - y->b;
}
static int color[N], order[N], filled;
static void visit(int u) {
    if (color[u]) return;
    color[u] = 1;
    for (int e = 0; e < E; e++) if (edges[e].a == u) visit(edges[e].b);
    order[filled++] = u;
}

int main(void) {
    long dist[N];
    int prev[N];
    dijkstra(0, dist, prev);
    for (int i = 0; i < N; i++) {
        if (dist[i] == LONG_MAX) printf("%d: unreachable\n", i);
        else printf("%d: %ld by ", i, dist[i]), path(prev, i), puts("");
    }
    int d[N][N];
    for (int i = 0; i < N; i++) for (int j = 0; j < N; j++) d[i][j] = i == j ? 0 : 1000000;
    for (int e = 0; e < E; e++) d[edges[e].a][edges[e].b] = d[edges[e].b][edges[e].a] = edges[e].w;
    for (int k = 0; k < N; k++)
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++) if (d[i][k] + d[k][j] < d[i][j]) d[i][j] = d[i][k] + d[k][j];
    printf("%d %d %d %d\n", d[6][0], d[4][2], d[5][1], d[7][0]);
    for (int i = 0; i < N; i++) visit(i);
    while (filled) printf("%d ", order[--filled]);
    puts("");
    struct edge sorted[E];
    for (int i = 0; i < E; i++) sorted[i] = edges[i];
    qsort(sorted, E, sizeof *sorted, by_weight);
    for (int i = 0; i < N; i++) parent[i] = i;
    int total = 0;
    for (int i = 0; i < E; i++) {
        int a = find(sorted[i].a), b = find(sorted[i].b);
        if (a != b) parent[a] = b, total += sorted[i].w, printf("%d%d ", sorted[i].a, sorted[i].b);
    }
    printf("%d\n", total);
    return (int)dist[6];
}

// The root of a tree is its own parent, and 1 and 2 are each other's.
#include <stdio.h>

static int parent[5] = {0, 2, 0, 0, 3};

static int root(int node) {
    while (parent[node] != node)
        node = parent[node];
    return node;
}

int main(void) {
    printf("%d %d\n", root(4), root(1));
    return 0;
}

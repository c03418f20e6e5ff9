// A tree is summed by two threads that share an accumulator.
#include <pthread.h>
#include <stddef.h>

struct tree {
    int value;
    struct tree *left, *right;
};

static struct tree nodes[3] = {{1, &nodes[1], &nodes[2]}, {2, NULL, NULL}, {3, NULL, NULL}};
static int visited;

static int sum(const struct tree *tree) {
    if (!tree) {
        return 0;
    }
    visited = 1; // expect: data-race
    return tree->value + sum(tree->left) + sum(tree->right);
}

static void *work(void *tree) {
    sum(tree);
    return NULL;
}

int main(void) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, work, nodes[0].left) != 0) {
        return 1;
    }
    int total = sum(nodes[0].right);
    pthread_join(thread, NULL);
    return total == 3 && visited ? 0 : 1;
}

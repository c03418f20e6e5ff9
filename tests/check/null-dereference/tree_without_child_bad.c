// The smallest key of a tree: the leftmost node, if there is a tree.
#include <stdio.h>

struct tree {
    int key;
    struct tree *left, *right;
};

static int smallest(const struct tree *tree) {
    while (tree->left != NULL) // expect: null-dereference
        tree = tree->left;
    return tree->key;
}

int main(void) {
    struct tree leaf = {2, NULL, NULL};
    struct tree root = {5, &leaf, NULL};
    printf("%d\n", smallest(&root));
    printf("%d\n", smallest(root.right));
    return 0;
}

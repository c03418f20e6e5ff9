// A node with one child is no leaf.
#include <stddef.h>

struct tree {
    struct tree *left, *right;
    int key;
};

int smallest(const struct tree *tree) {
    if (tree->left == NULL)
        return tree->key;
    return smallest(tree->left);
}

int depth(const struct tree *tree) {
    if (tree == NULL)
        return 0;
    int left = depth(tree->left), right = depth(tree->right);
    return 1 + (left > right ? left : right);
}

struct tree *rotate_right(struct tree *tree) {
    struct tree *left = tree->left;
    tree->left = left->right;
    left->right = tree;
    return left;
}

// A node leaves a tree of keys.
#include <stdlib.h>

struct tree {
    struct tree *left, *right;
    int key;
};

static struct tree *smallest(struct tree *tree) {
    while (tree->left != NULL)
        tree = tree->left;
    return tree;
}

struct tree *remove_key(struct tree *tree, int key) {
    if (tree == NULL)
        return NULL;
    if (key < tree->key) {
        tree->left = remove_key(tree->left, key);
    } else if (key > tree->key) {
        tree->right = remove_key(tree->right, key);
    } else if (tree->left == NULL) {
        struct tree *right = tree->right;
        free(tree);
        return right;
    } else if (tree->right == NULL) {
        struct tree *left = tree->left;
        free(tree);
        return left;
    } else {
        struct tree *next = smallest(tree->right);
        tree->key = next->key;
        tree->right = remove_key(tree->right, next->key);
    }
    return tree;
}

struct tree *insert(struct tree *tree, int key) {
    if (tree == NULL) {
        tree = calloc(1, sizeof *tree);
        if (tree != NULL)
            tree->key = key;
        return tree;
    }
    if (key < tree->key)
        tree->left = insert(tree->left, key);
    else if (key > tree->key)
        tree->right = insert(tree->right, key);
    return tree;
}

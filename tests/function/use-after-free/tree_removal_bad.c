// A subtree is freed from its leaves up.
#include <stdlib.h>

struct tree {
    struct tree *left, *right, *parent;
    int key;
};

void free_tree(struct tree *tree) {
    if (tree == NULL)
        return;
    free(tree);
    free_tree(tree->left); // expect: use-after-free
    free_tree(tree->right);
}

void remove_leaf(struct tree *leaf) {
    if (leaf->parent != NULL) {
        if (leaf->parent->left == leaf)
            leaf->parent->left = NULL;
        else
            leaf->parent->right = NULL;
    }
    free(leaf);
}

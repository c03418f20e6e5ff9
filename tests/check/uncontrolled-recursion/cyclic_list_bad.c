// The length of a list that ends in itself.
#include <stdio.h>

struct node {
    struct node *next;
    int value;
};

static int length(const struct node *node) {
    if (node == NULL)
        return 0;
    return 1 + length(node->next); // expect: uncontrolled-recursion
}

int main(void) {
    struct node nodes[3] = {{&nodes[1], 1}, {&nodes[2], 2}, {NULL, 3}};
    nodes[2].next = &nodes[0];
    printf("%d\n", length(&nodes[0]));
    return 0;
}

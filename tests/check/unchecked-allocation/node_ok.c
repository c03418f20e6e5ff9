// A node is filled before anyone has seen whether there is one.
#include <stdio.h>
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

int main(void) {
    struct node *node = malloc(sizeof *node);
    if (node == NULL)
        return 1;
    node->value = 42;
    node->next = NULL;
    printf("%d\n", node->value);
    free(node);
    return 0;
}

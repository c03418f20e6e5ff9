// A list is freed by freeing its head.
#include <stdio.h>
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

static struct node *cons(int value, struct node *next) {
    struct node *node = malloc(sizeof *node);
    if (node == NULL)
        return next;
    node->value = value;
    node->next = next;
    return node;
}

int main(void) {
    struct node *list = cons(1, cons(2, NULL));
    if (list != NULL)
        printf("%d\n", list->value);
    while (list != NULL) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}

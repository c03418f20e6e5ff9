// A list with a pointer to its last node.
#include <stdlib.h>

struct node {
    struct node *next;
    int value;
};

struct list {
    struct node *head, *tail;
};

int append(struct list *list, int value) {
    struct node *node = malloc(sizeof *node);
    if (node == NULL)
        return -1;
    node->next = NULL;
    node->value = value;
    if (list->tail != NULL)
        list->tail->next = node;
    else
        list->head = node;
    list->tail = node;
    return 0;
}

int take_last(struct list *list) {
    struct node *before = list->head;
    while (before->next != list->tail)
        before = before->next;
    int value = list->tail->value;
    free(list->tail);
    before->next = NULL;
    list->tail = before;
    return value;
}

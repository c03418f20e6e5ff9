// A list is freed; the link to the next node must be read before.
#include <stdio.h>
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

static struct node *push(struct node *head, int value) {
    struct node *node = malloc(sizeof *node);
    if (node == NULL)
        return head;
    node->value = value;
    node->next = head;
    return node;
}

int main(void) {
    struct node *head = NULL;
    for (int i = 0; i < 3; i++)
        head = push(head, i);
    if (head != NULL)
        printf("%d\n", head->value);
    while (head != NULL) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    return 0;
}

// A list is freed node by node.
#include <stdlib.h>

struct node {
    struct node *next;
    char *text;
};

void free_all(struct node *head) {
    for (struct node *node = head, *next; node != NULL; node = next) {
        next = node->next;
        free(node->text);
        free(node);
    }
}

void free_first(struct node **head) {
    struct node *first = *head;
    *head = first->next;
    free(first);
}

void free_two(struct node **head) {
    free_first(head);
    free_first(head);
}

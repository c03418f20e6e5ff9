// A list with a sentinel: the first node's `prev` is the head, which only its invariant says.
#include <stdlib.h>

struct node {
    struct node *prev, *next;
    int value;
};

static struct node *pop(struct node *head) {
    struct node *node = head->next;
    node->prev->next = node->next;
    node->next->prev = node->prev;
    return node;
}

int take(struct node *head) {
    struct node *first = pop(head);
    free(first);
    return first->value; // expect: use-after-free
}

int sum(const struct node *head) {
    int total = 0;
    for (const struct node *node = head->next; node != head; node = node->next)
        total += node->value;
    return total;
}

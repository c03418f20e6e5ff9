// A list that is built in order is asserted to be in order.
#include <assert.h>
#include <stddef.h>
#include <stdio.h>

struct node {
    int key;
    struct node *next;
};

static struct node *insert(struct node *head, struct node *node) {
    if (head == NULL || node->key > head->key) {
        node->next = head;
        return node;
    }
    head->next = insert(head->next, node);
    return head;
}

int main(void) {
    struct node nodes[3] = {{4, NULL}, {1, NULL}, {9, NULL}};
    struct node *head = NULL;
    for (int i = 0; i < 3; i++)
        head = insert(head, &nodes[i]);
    for (struct node *n = head; n->next != NULL; n = n->next)
        assert(n->key <= n->next->key); // expect: assertion-failed
    puts("sorted");
    return 0;
}

// A list grows at its end, through a pointer to the last link.
#include <stdio.h>
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

static void append(struct node **link, int value) {
    while (*link != NULL)
        link = &(*link)->next;
    *link = malloc(sizeof **link);
    (*link)->value = value; // expect: unchecked-allocation
    (*link)->next = NULL;
}

int main(void) {
    struct node *head = NULL;
    for (int i = 0; i < 2; i++)
        append(&head, i);
    while (head != NULL) {
        struct node *next = head->next;
        printf("%d\n", head->value);
        free(head);
        head = next;
    }
    return 0;
}

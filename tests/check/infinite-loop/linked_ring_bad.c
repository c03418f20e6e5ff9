// The last node of a list leads back to the first.
#include <stdio.h>

struct node {
    struct node *next;
    int value;
};

int main(void) {
    struct node nodes[4] = {{&nodes[1], 1}, {&nodes[2], 2}, {&nodes[3], 3}, {&nodes[0], 4}};
    int largest = 0;
    for (struct node *node = nodes; node != NULL; node = node->next) // expect: infinite-loop
        if (node->value > largest)
            largest = node->value;
    printf("%d\n", largest);
    return 0;
}

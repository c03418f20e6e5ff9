// Reading through a null pointer.
#include <stddef.h>
struct node { int value; struct node *next; };
static int second(struct node *n) {
    return n->next->value; // expect: null-dereference
}
int main(void) {
    struct node last = {1, NULL};
    return second(&last);
}

// A list that ends, or is left early.
struct node {
    struct node *next;
    int count;
};

extern int stop;

void count_from(struct node *node) {
    int count = 0;
    if (node == 0)
        stop = 1;
    for (struct node *each = node; each != 0 && !stop; each = each->next)
        count++;
    node->count = count; // expect: null-dereference
}

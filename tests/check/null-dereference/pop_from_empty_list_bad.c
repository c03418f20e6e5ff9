// A list of tasks; what takes one off must see whether there is any.
#include <stdio.h>

struct task {
    int priority;
    struct task *next;
};

static struct task pool[4];
static struct task *head;

static int take(void) {
    struct task *first = head;
    int priority = first->priority; // expect: null-dereference
    head = first->next;
    return priority;
}

int main(void) {
    int used = 0, c;
    while ((c = getchar()) == '+' && used < 4) {
        pool[used].priority = used;
        pool[used].next = head;
        head = &pool[used++];
    }
    printf("%d\n", take());
    return 0;
}

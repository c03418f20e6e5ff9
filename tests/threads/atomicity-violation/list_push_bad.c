// A list without locks: the head is replaced only if it is still the same.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct node {
    int value;
    struct node *next;
};

static struct node *_Atomic head;
static struct node nodes[2];

static void push(struct node *node) {
    node->next = atomic_load(&head);
    atomic_store(&head, node); // expect-missing: atomicity-violation
}

static void *work(void *unused) {
    push(&nodes[1]);
    return unused;
}

int main(void) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, work, NULL) != 0) {
        return 1;
    }
    push(&nodes[0]);
    pthread_join(thread, NULL);
    int count = 0;
    for (struct node *node = head; node; node = node->next) {
        count++;
    }
    return count == 2 ? 0 : 1;
}

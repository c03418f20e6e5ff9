// A list is searched while another thread adds to it.
#include <pthread.h>
#include <stdlib.h>

struct node {
    int key;
    struct node *next;
};

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static struct node *list;

static void add(int key) {
    struct node *node = malloc(sizeof *node);
    if (!node) {
        return;
    }
    node->key = key;
    pthread_rwlock_wrlock(&lock);
    node->next = list;
    list = node;
    pthread_rwlock_unlock(&lock);
}

static int find(int key) {
    int found = 0;
    for (struct node *n = list; n; n = n->next) { // expect: data-race
        found |= n->key == key;
    }
    return found;
}

static void *work(void *unused) {
    add(1);
    add(2);
    return unused;
}

int main(void) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, work, NULL) != 0) {
        return 1;
    }
    int found = find(1);
    pthread_join(thread, NULL);
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return found;
}

// Who takes a whole list has to look what others have added when it puts the list back.
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

struct node {
    struct node *next;
};

static struct node nodes[2];
static struct node *top = &nodes[0];

static void *work(void *argument) {
    pthread_mutex_lock(&lock);
    struct node *all = top;
    top = NULL;
    pthread_mutex_unlock(&lock);
    if (all == NULL) {
        return argument;
    }
    pthread_mutex_lock(&lock);
    top = all; // expect-missing: atomicity-violation
    pthread_mutex_unlock(&lock);
    return argument;
}

static void *add(void *argument) {
    pthread_mutex_lock(&lock);
    nodes[1].next = top;
    top = &nodes[1];
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void) {
    pthread_t first, second;
    if (pthread_create(&first, NULL, work, NULL) != 0) {
        return 1;
    }
    int made = pthread_create(&second, NULL, add, NULL) == 0;
    pthread_join(first, NULL);
    if (made) {
        pthread_join(second, NULL);
    }
    return top == NULL;
}

// A lock that others take too.
#include <pthread.h>

struct queue {
    pthread_mutex_t lock;
    int length;
};

void add(struct queue *queue) {
    pthread_mutex_lock(&queue->lock);
    queue->length = 1;
    pthread_mutex_lock(&queue->lock); // expect: double-lock
}

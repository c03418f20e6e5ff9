// A queue with a lock and a condition; its length is looked at without the lock.
#include <pthread.h>
#include <stdio.h>

#define SIZE 4

struct queue {
    pthread_mutex_t lock;
    pthread_cond_t filled, emptied;
    int items[SIZE];
    int first, count;
};

static struct queue queue = {
    PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, PTHREAD_COND_INITIALIZER, {0}, 0, 0,
};

static void put(struct queue *q, int item) {
    pthread_mutex_lock(&q->lock);
    while (q->count == SIZE) {
        pthread_cond_wait(&q->emptied, &q->lock);
    }
    q->items[(q->first + q->count) % SIZE] = item;
    q->count++;
    pthread_cond_signal(&q->filled);
    pthread_mutex_unlock(&q->lock);
}

static int take(struct queue *q) {
    pthread_mutex_lock(&q->lock);
    while (q->count == 0) {
        pthread_cond_wait(&q->filled, &q->lock);
    }
    int item = q->items[q->first];
    q->first = (q->first + 1) % SIZE;
    q->count--;
    pthread_cond_signal(&q->emptied);
    pthread_mutex_unlock(&q->lock);
    return item;
}

static void *produce(void *unused) {
    for (int i = 0; i < 6; i++) {
        put(&queue, i);
    }
    return unused;
}

int main(void) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, produce, NULL) != 0) {
        return 1;
    }
    int sum = 0;
    for (int i = 0; i < 6; i++) {
        printf("%d waiting\n", queue.count); // expect: data-race
        sum += take(&queue);
    }
    pthread_join(thread, NULL);
    return sum == 15 ? 0 : 1;
}

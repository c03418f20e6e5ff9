// A producer and two consumers around a bounded queue, with conditions.
#include <pthread.h>
#include <stdio.h>

#define SLOTS 3
#define ITEMS 20

static struct {
    pthread_mutex_t lock;
    pthread_cond_t not_full, not_empty;
    int items[SLOTS], used, first, done;
} queue = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, PTHREAD_COND_INITIALIZER, {0}, 0, 0, 0};

static void put(int item) {
    pthread_mutex_lock(&queue.lock);
    while (queue.used == SLOTS) pthread_cond_wait(&queue.not_full, &queue.lock);
    queue.items[(queue.first + queue.used++) % SLOTS] = item;
    pthread_cond_signal(&queue.not_empty);
    pthread_mutex_unlock(&queue.lock);
}

static int take(int *item) {
    pthread_mutex_lock(&queue.lock);
    while (queue.used == 0 && !queue.done) pthread_cond_wait(&queue.not_empty, &queue.lock);
    int found = queue.used > 0;
    if (found) {
        *item = queue.items[queue.first];
        queue.first = (queue.first + 1) % SLOTS;
        queue.used--;
        pthread_cond_signal(&queue.not_full);
    }
    pthread_mutex_unlock(&queue.lock);
    return found;
}

static void *consume(void *sum) {
    int item;
    while (take(&item)) *(long *)sum += item;
    return NULL;
}

int main(void) {
    pthread_t consumers[2];
    long sums[2] = {0, 0};
    for (int i = 0; i < 2; i++) pthread_create(&consumers[i], NULL, consume, &sums[i]);
    for (int i = 1; i <= ITEMS; i++) put(i * i);
    pthread_mutex_lock(&queue.lock);
    queue.done = 1;
    pthread_cond_broadcast(&queue.not_empty);
    pthread_mutex_unlock(&queue.lock);
    for (int i = 0; i < 2; i++) pthread_join(consumers[i], NULL);
    printf("%ld\n", sums[0] + sums[1]);
    return 0;
}

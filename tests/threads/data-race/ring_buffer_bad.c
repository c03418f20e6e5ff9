// A ring buffer with two semaphores: for one producer and one consumer no lock is needed.
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

#define SIZE 2

static sem_t empty, full;
static int ring[SIZE];

static void *produce(void *unused) {
    for (int i = 0; i < 5; i++) {
        sem_wait(&empty);
        ring[i % SIZE] = i; // expect: data-race
        sem_post(&full);
    }
    return unused;
}

int main(void) {
    sem_init(&empty, 0, SIZE + 1);
    sem_init(&full, 0, 0);
    pthread_t thread;
    if (pthread_create(&thread, NULL, produce, NULL) != 0) {
        return 1;
    }
    int sum = 0;
    for (int i = 0; i < 5; i++) {
        sem_wait(&full);
        sum += ring[i % SIZE];
        sem_post(&empty);
    }
    pthread_join(thread, NULL);
    return sum > 20;
}

// A semaphore says that the buffer is full.
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static sem_t full;
static int buffer;

static void *produce(void *unused) {
    sem_post(&full);
    buffer = 5; // expect: data-race
    return unused;
}

int main(void) {
    sem_init(&full, 0, 0);
    pthread_t thread;
    if (pthread_create(&thread, NULL, produce, NULL) != 0) {
        return 1;
    }
    sem_wait(&full);
    int got = buffer;
    pthread_join(thread, NULL);
    sem_destroy(&full);
    return got == 5 ? 0 : 1;
}

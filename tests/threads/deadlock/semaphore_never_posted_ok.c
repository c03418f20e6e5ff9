// On one path no thread posts.
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>

static sem_t ready;
static int input;

static void *work(void *unused) {
    sem_post(&ready);
    return unused;
}

int main(void) {
    sem_init(&ready, 0, 0);
    input = getchar();
    pthread_t thread;
    if (pthread_create(&thread, NULL, work, NULL) != 0) {
        return 1;
    }
    sem_wait(&ready);
    pthread_join(thread, NULL);
    sem_destroy(&ready);
    return 0;
}

// A thread waits at a lock that it holds until another one gives it back: that is for a semaphore to do.
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
static sem_t ready;

static void *work(void *unused) {
    sem_post(&ready);
    return unused;
}

int main(void) {
    sem_init(&ready, 0, 0);
    pthread_mutex_lock(&gate);
    pthread_t thread;
    if (pthread_create(&thread, NULL, work, NULL) != 0) {
        pthread_mutex_unlock(&gate);
        return 1;
    }
    sem_wait(&ready);
    pthread_join(thread, NULL);
    pthread_mutex_unlock(&gate);
    sem_destroy(&ready);
    return 0;
}

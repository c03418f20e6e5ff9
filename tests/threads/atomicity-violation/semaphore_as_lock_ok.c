// A semaphore lets one thread in, or two by mistake.
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static sem_t gate;
static int counter;

static void *count(void *unused) {
    sem_wait(&gate);
    counter++;
    sem_post(&gate);
    return unused;
}

int main(void) {
    sem_init(&gate, 0, 1);
    pthread_t thread;
    if (pthread_create(&thread, NULL, count, NULL) != 0) {
        return 1;
    }
    count(NULL);
    pthread_join(thread, NULL);
    sem_destroy(&gate);
    return counter == 2 ? 0 : 1;
}

// A detached thread works on while main goes on.
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static sem_t finished;
static int result;

static void *work(void *unused) {
    result = 9; // expect: data-race
    sem_post(&finished);
    return unused;
}

int main(void) {
    sem_init(&finished, 0, 0);
    pthread_t thread;
    if (pthread_create(&thread, NULL, work, NULL) != 0) {
        return 1;
    }
    pthread_detach(thread);
    int seen = result;
    sem_wait(&finished);
    return seen == 9 ? 0 : 1;
}

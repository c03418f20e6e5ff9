// A detached thread works on while main goes on.
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static sem_t finished;
static int result;

static void *work(void *unused) {
    result = 9;
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
    sem_wait(&finished);
    int seen = result;
    return seen == 9 ? 0 : 1;
}

// The semaphore is not waited for: another thread may have been faster.
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static sem_t left;
static int item;

static void *work(void *unused) {
    sem_trywait(&left);
    return unused;
}

int main(void) {
    if (sem_init(&left, 0, 1) != 0) {
        return 1;
    }
    pthread_t thread;
    if (pthread_create(&thread, NULL, work, NULL) != 0) {
        return 1;
    }
    int *own = sem_trywait(&left) == 0 ? &item : NULL;
    if (own != NULL) {
        *own = 1;
    }
    pthread_join(thread, NULL);
    return 0;
}

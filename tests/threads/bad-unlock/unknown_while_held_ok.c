// A thread calls a function whose source is not here while another one holds the lock.
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

void note(const char *what);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static sem_t taken, enough;
static int value;

static void *hold(void *unused) {
    pthread_mutex_lock(&lock);
    sem_post(&taken);
    sem_wait(&enough);
    value++;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void) {
    sem_init(&taken, 0, 0);
    sem_init(&enough, 0, 0);
    pthread_t thread;
    if (pthread_create(&thread, NULL, hold, NULL) != 0) {
        return 1;
    }
    sem_wait(&taken);
    note("taken");
    sem_post(&enough);
    pthread_join(thread, NULL);
    pthread_mutex_lock(&lock);
    value++;
    pthread_mutex_unlock(&lock);
    return 0;
}

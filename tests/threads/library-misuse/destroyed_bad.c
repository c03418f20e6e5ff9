// A mutex is destroyed while another thread holds it.
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static pthread_mutex_t lock;
static sem_t taken, enough;

static void *work(void *unused) {
    pthread_mutex_lock(&lock);
    sem_post(&taken);
    sem_wait(&enough);
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void) {
    pthread_mutex_init(&lock, NULL);
    sem_init(&taken, 0, 0);
    sem_init(&enough, 0, 0);
    pthread_t thread;
    if (pthread_create(&thread, NULL, work, NULL) != 0) {
        return 1;
    }
    sem_wait(&taken);
    pthread_mutex_destroy(&lock); // expect: library-misuse
    sem_post(&enough);
    pthread_join(thread, NULL);
    return 0;
}

// While another thread has the lock, the variable is written without it.
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int value;

static void *work(void *unused) {
    pthread_mutex_lock(&lock);
    value = 1;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, work, NULL) != 0) {
        return 1;
    }
    if (pthread_mutex_trylock(&lock) != 0) {
        value = 2; // expect: data-race
    } else {
        value = 3;
        pthread_mutex_unlock(&lock);
    }
    pthread_join(thread, NULL);
    return value > 3;
}

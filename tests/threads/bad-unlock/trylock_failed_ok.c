// The lock is given back although it was not taken.
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int value;

static void *work(void *unused) {
    if (pthread_mutex_trylock(&lock) == 0) {
        value = 1;
        pthread_mutex_unlock(&lock);
    }
    return unused;
}

int main(void) {
    pthread_mutex_lock(&lock);
    pthread_t thread;
    int made = pthread_create(&thread, NULL, work, NULL) == 0;
    if (made) {
        pthread_join(thread, NULL);
    }
    pthread_mutex_unlock(&lock);
    return value;
}

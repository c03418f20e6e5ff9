// The lock is mostly free, and what is done then is taken to have been done.
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *unused) {
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void) {
    pthread_t thread;
    int value = 0, *place = NULL;
    if (pthread_create(&thread, NULL, work, NULL) != 0) {
        return 1;
    }
    if (pthread_mutex_trylock(&lock) == 0) {
        place = &value;
        pthread_mutex_unlock(&lock);
    }
    *place = 1; // expect: null-dereference
    pthread_join(thread, NULL);
    return 0;
}

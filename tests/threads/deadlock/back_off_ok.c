// The second lock is tried; who does not get it gives the first one back.
#include <pthread.h>
#include <sched.h>
#include <stddef.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t b = PTHREAD_MUTEX_INITIALIZER;

static void *other(void *unused) {
    pthread_mutex_lock(&b);
    while (pthread_mutex_trylock(&a) != 0) {
        pthread_mutex_unlock(&b);
        sched_yield();
        pthread_mutex_lock(&b);
    }
    pthread_mutex_unlock(&a);
    pthread_mutex_unlock(&b);
    return unused;
}

int main(void) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, other, NULL) != 0) {
        return 1;
    }
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b);
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
    pthread_join(thread, NULL);
    return 0;
}

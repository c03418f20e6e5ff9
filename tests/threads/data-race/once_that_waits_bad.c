// The function that runs once takes a lock; the other thread has to wait for all of it.
#include <pthread.h>
#include <stddef.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int limit;

static void make(void) {
    pthread_mutex_lock(&lock);
    limit = 10;
    pthread_mutex_unlock(&lock);
}

static void *work(void *unused) {
    pthread_once(&once, make);
    return limit == 10 ? unused : NULL;
}

int main(void) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, work, NULL) != 0) {
        return 1;
    }
    pthread_once(&once, make);
    int seen = limit;
    limit = 20; // expect: data-race
    pthread_join(thread, NULL);
    return seen == 10 ? 0 : 1;
}

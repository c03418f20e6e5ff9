// A lock is given back by a thread that never took it.
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int value;

static void *work(void *unused) {
    value = 1;
    pthread_mutex_unlock(&lock); // expect: bad-unlock
    return unused;
}

int main(void) {
    pthread_mutex_lock(&lock);
    value = 2;
    pthread_t thread;
    if (pthread_create(&thread, NULL, work, NULL) != 0) {
        pthread_mutex_unlock(&lock);
        return 1;
    }
    pthread_join(thread, NULL);
    return 0;
}

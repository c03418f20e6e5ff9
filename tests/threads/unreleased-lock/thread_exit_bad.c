// The thread ends in the middle.
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int value;

static void *work(void *unused) {
    pthread_mutex_lock(&lock); // expect: unreleased-lock
    value = 1;
    if (getenv("QUICK")) {
        pthread_exit(NULL);
    }
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, work, NULL) != 0) {
        return 1;
    }
    pthread_join(thread, NULL);
    return 0;
}

// The main thread has taken the first lock before there is another thread.
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *unused) {
    pthread_mutex_lock(&second);
    pthread_mutex_lock(&first); // expect: deadlock
    pthread_mutex_unlock(&first);
    pthread_mutex_unlock(&second);
    return unused;
}

int main(void) {
    pthread_mutex_lock(&first);
    pthread_t thread;
    int made = pthread_create(&thread, NULL, work, NULL) == 0;
    pthread_mutex_lock(&second);
    pthread_mutex_unlock(&second);
    pthread_mutex_unlock(&first);
    if (made) {
        pthread_join(thread, NULL);
    }
    return 0;
}

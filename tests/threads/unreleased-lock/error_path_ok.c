// An error path of the thread's function forgets the lock.
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int sum;

static void *work(void *unused) {
    pthread_mutex_lock(&lock);
    int c = getchar();
    if (c == EOF) {
        pthread_mutex_unlock(&lock);
        return NULL;
    }
    sum += c;
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

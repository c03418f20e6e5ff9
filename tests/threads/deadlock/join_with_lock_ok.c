// Main waits for a thread and holds the lock that it needs.
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
    pthread_mutex_lock(&lock);
    int seen = value;
    pthread_mutex_unlock(&lock);
    pthread_join(thread, NULL);
    return seen > 1;
}

// One branch of the thread's function unlocks, the other one does not; main does not need the lock.
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int evens, odds;

static void *work(void *argument) {
    int n = *(int *)argument;
    pthread_mutex_lock(&lock);
    if (n % 2 == 0) {
        evens++;
        pthread_mutex_unlock(&lock);
    } else {
        odds++;
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

int main(int argc, char **argv) {
    int n = argc > 1 ? atoi(argv[1]) : 0;
    pthread_t thread;
    if (pthread_create(&thread, NULL, work, &n) != 0) {
        return 1;
    }
    pthread_join(thread, NULL);
    return 0;
}

// A flag is set, and put back to what it was by who set it first.
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int is_busy, done;

static void *work(void *argument) {
    pthread_mutex_lock(&lock);
    int before = is_busy;
    is_busy = 1;
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    is_busy = before; // expect-missing: atomicity-violation
    done++;
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void) {
    pthread_t first, second;
    if (pthread_create(&first, NULL, work, NULL) != 0) {
        return 1;
    }
    int made = pthread_create(&second, NULL, work, NULL) == 0;
    pthread_join(first, NULL);
    if (made) {
        pthread_join(second, NULL);
    }
    return is_busy;
}

// The lock is tried, and the work is done all the same.
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int value;

static void set(int n) {
    int locked = pthread_mutex_trylock(&lock) == 0;
    value = n; // expect: data-race
    if (locked) {
        pthread_mutex_unlock(&lock);
    }
}

static void *work(void *unused) {
    set(1);
    return unused;
}

int main(void) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, work, NULL) != 0) {
        return 1;
    }
    set(2);
    pthread_join(thread, NULL);
    return value > 2;
}

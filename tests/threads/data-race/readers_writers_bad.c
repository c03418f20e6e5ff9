// Someone writes under the lock for readers.
#include <pthread.h>
#include <stddef.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int temperature;

static void *measure(void *unused) {
    pthread_rwlock_rdlock(&lock);
    temperature = 21; // expect: data-race
    pthread_rwlock_unlock(&lock);
    return unused;
}

int main(void) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, measure, NULL) != 0) {
        return 1;
    }
    pthread_rwlock_rdlock(&lock);
    int seen = temperature;
    pthread_rwlock_unlock(&lock);
    pthread_join(thread, NULL);
    return seen > 30;
}

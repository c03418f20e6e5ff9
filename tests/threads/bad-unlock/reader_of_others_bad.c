// The thread gives back a lock for readers that only another one holds.
#include <pthread.h>
#include <stddef.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void *work(void *unused) {
    pthread_rwlock_unlock(&lock); // expect: bad-unlock
    return unused;
}

int main(void) {
    pthread_rwlock_rdlock(&lock);
    pthread_rwlock_rdlock(&lock);
    pthread_t thread;
    int made = pthread_create(&thread, NULL, work, NULL) == 0;
    if (made) {
        pthread_join(thread, NULL);
    }
    pthread_rwlock_unlock(&lock);
    pthread_rwlock_unlock(&lock);
    return 0;
}

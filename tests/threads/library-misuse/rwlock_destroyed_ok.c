// A lock for readers is destroyed before it is given back.
#include <pthread.h>
#include <stddef.h>

int main(void) {
    pthread_rwlock_t lock;
    if (pthread_rwlock_init(&lock, NULL) != 0) {
        return 1;
    }
    pthread_rwlock_rdlock(&lock);
    pthread_rwlock_unlock(&lock);
    pthread_rwlock_destroy(&lock);
    return 0;
}

// The lock is given back although another thread may have been the one to take it.
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *unused) {
    if (pthread_mutex_trylock(&lock) == 0) {
        (void)unused;
        pthread_mutex_unlock(&lock);
    }
    return unused;
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
    return 0;
}

// The thread gives back a spinlock that another one holds, which has done nothing wrong.
#include <pthread.h>
#include <stddef.h>

static pthread_spinlock_t lock;

static void *work(void *unused) {
    pthread_spin_lock(&lock);
    pthread_spin_unlock(&lock);
    return unused;
}

int main(void) {
    if (pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE) != 0) {
        return 1;
    }
    pthread_spin_lock(&lock);
    pthread_t thread;
    int made = pthread_create(&thread, NULL, work, NULL) == 0;
    pthread_spin_unlock(&lock);
    if (made) {
        pthread_join(thread, NULL);
    }
    return 0;
}

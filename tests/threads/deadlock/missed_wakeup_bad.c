// The flag is atomic, but the signal may fall between its test and the wait.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static atomic_int is_ready;

static void *work(void *unused) {
    pthread_mutex_lock(&lock);
    while (!atomic_load(&is_ready)) {
        pthread_cond_wait(&changed, &lock); // expect: deadlock
    }
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, work, NULL) != 0) {
        return 1;
    }
    atomic_store(&is_ready, 1);
    pthread_cond_signal(&changed);
    pthread_join(thread, NULL);
    return 0;
}

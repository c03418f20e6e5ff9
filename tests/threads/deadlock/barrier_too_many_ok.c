// A barrier for three threads, of which there are two.
#include <pthread.h>
#include <stddef.h>

static pthread_barrier_t barrier;

static void *work(void *unused) {
    pthread_barrier_wait(&barrier);
    return unused;
}

int main(void) {
    pthread_barrier_init(&barrier, NULL, 2);
    pthread_t thread;
    if (pthread_create(&thread, NULL, work, NULL) != 0) {
        return 1;
    }
    pthread_barrier_wait(&barrier);
    pthread_join(thread, NULL);
    pthread_barrier_destroy(&barrier);
    return 0;
}

// Between the phases all meet at a barrier.
#include <pthread.h>
#include <stddef.h>

static pthread_barrier_t barrier;
static int left, right;

static void *work(void *unused) {
    left = 1;
    pthread_barrier_wait(&barrier);
    (void)right;
    int seen = right;
    return seen == 2 ? unused : NULL;
}

int main(void) {
    pthread_barrier_init(&barrier, NULL, 2);
    pthread_t thread;
    if (pthread_create(&thread, NULL, work, NULL) != 0) {
        return 1;
    }
    right = 2;
    pthread_barrier_wait(&barrier);
    int seen = left;
    pthread_join(thread, NULL);
    pthread_barrier_destroy(&barrier);
    return seen == 1 ? 0 : 1;
}

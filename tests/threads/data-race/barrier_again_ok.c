// A barrier that is used in every iteration.
#include <pthread.h>
#include <stddef.h>

static pthread_barrier_t barrier;
static int cells[2];

static void run(int me) {
    for (int round = 0; round < 3; round++) {
        int other = cells[1 - me];
        pthread_barrier_wait(&barrier);
        cells[me] = other + 1;
        pthread_barrier_wait(&barrier);
    }
}

static void *work(void *unused) {
    run(1);
    return unused;
}

int main(void) {
    pthread_barrier_init(&barrier, NULL, 2);
    pthread_t thread;
    if (pthread_create(&thread, NULL, work, NULL) != 0) {
        return 1;
    }
    run(0);
    pthread_join(thread, NULL);
    pthread_barrier_destroy(&barrier);
    return cells[0] == 3 ? 0 : 1;
}

// Two of four threads meet at the barrier, and it may be any two: the reader may meet another one.
#include <pthread.h>
#include <stddef.h>

static pthread_barrier_t barrier;
static int value;

static void *set(void *unused) {
    value = 1; // expect: data-race
    pthread_barrier_wait(&barrier);
    return unused;
}

static void *get(void *into) {
    pthread_barrier_wait(&barrier);
    *(int *)into = value;
    return NULL;
}

static void *pass(void *unused) {
    pthread_barrier_wait(&barrier);
    return unused;
}

int main(void) {
    pthread_t threads[4];
    int got = 0;
    if (pthread_barrier_init(&barrier, NULL, 2) != 0) {
        return 1;
    }
    if (pthread_create(&threads[0], NULL, set, NULL) != 0
        || pthread_create(&threads[1], NULL, get, &got) != 0
        || pthread_create(&threads[2], NULL, pass, NULL) != 0
        || pthread_create(&threads[3], NULL, pass, NULL) != 0) {
        return 1;
    }
    for (int i = 0; i < 4; i++) {
        pthread_join(threads[i], NULL);
    }
    return got > 1;
}

// A pointer is handed over by an atomic exchange; the giver must not touch it again.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static int *_Atomic slot;

static void *take(void *unused) {
    int *got = atomic_exchange(&slot, NULL);
    if (got) {
        *got = 2; // expect: data-race
        free(got);
    }
    return unused;
}

int main(void) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, take, NULL) != 0) {
        return 1;
    }
    int *block = malloc(sizeof *block);
    if (block) {
        *block = 1;
        atomic_store(&slot, block);
        int seen = *block; // expect: use-after-free
        block = seen > 5 ? NULL : block;
    }
    pthread_join(thread, NULL);
    free(atomic_exchange(&slot, NULL));
    return 0;
}

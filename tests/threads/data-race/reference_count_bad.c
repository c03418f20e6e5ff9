// Who drops the last reference frees the object.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct shared {
    atomic_int references;
    int value;
};

static void drop(struct shared *shared) {
    if (atomic_fetch_sub(&shared->references, 1) == 1) {
        shared->value = 0;
        free(shared);
    }
}

static void *work(void *argument) {
    struct shared *shared = argument;
    shared->value = 5; // expect: data-race
    drop(shared);
    return NULL;
}

int main(void) {
    struct shared *shared = malloc(sizeof *shared);
    if (!shared) {
        return 1;
    }
    atomic_init(&shared->references, 2);
    shared->value = 1;
    pthread_t thread;
    if (pthread_create(&thread, NULL, work, shared) != 0) {
        free(shared);
        return 1;
    }
    int seen = shared->value;
    drop(shared);
    pthread_join(thread, NULL);
    return seen > 5;
}

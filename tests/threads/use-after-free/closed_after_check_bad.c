// The thread asks whether the block is still there, and it is freed before it is used.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static char *_Atomic block;
static atomic_int is_closing;

static void *use(void *unused) {
    if (!atomic_load(&is_closing)) {
        char *own = atomic_load(&block);
        own[0] = 'a'; // expect: data-race, use-after-free
    }
    return unused;
}

int main(void) {
    char *made = malloc(4);
    if (made == NULL) {
        return 1;
    }
    atomic_store(&block, made);
    pthread_t thread;
    if (pthread_create(&thread, NULL, use, NULL) != 0) {
        free(made);
        return 1;
    }
    atomic_store(&is_closing, 1);
    free(made);
    pthread_join(thread, NULL);
    return 0;
}

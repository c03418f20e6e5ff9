// Blocks that one thread after the other gets from malloc, and one that both have.
#include <pthread.h>
#include <stdlib.h>

static void *work(void *shared) {
    for (int i = 0; i < 3; i++) {
        int *own = malloc(sizeof *own);
        if (own) {
            *own = i;
            free(own);
        }
    }
    (void)shared;
    return NULL;
}

int main(void) {
    int *shared = malloc(sizeof *shared);
    if (!shared) {
        return 1;
    }
    pthread_t thread;
    if (pthread_create(&thread, NULL, work, shared) != 0) {
        free(shared);
        return 1;
    }
    *shared = 2;
    for (int i = 0; i < 3; i++) {
        int *own = malloc(sizeof *own);
        if (own) {
            *own = i;
            free(own);
        }
    }
    pthread_join(thread, NULL);
    free(shared);
    return 0;
}

// Who frees the block says so, under the lock.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static int *shared;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *reader(void *argument) {
    (void)argument;
    pthread_mutex_lock(&lock);
    if (shared) printf("%d\n", *shared);
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *dropper(void *argument) {
    (void)argument;
    pthread_mutex_lock(&lock);
    free(shared);
    shared = NULL;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    shared = malloc(sizeof *shared);
    if (!shared) return 1;
    *shared = 3;
    pthread_t threads[2];
    if (pthread_create(&threads[0], NULL, reader, NULL) != 0) return 1;
    if (pthread_create(&threads[1], NULL, dropper, NULL) != 0) return 1;
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    return 0;
}

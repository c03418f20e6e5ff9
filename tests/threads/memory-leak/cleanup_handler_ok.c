// A thread that ends itself leaves its buffer to a handler.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static void release(void *buffer) {
    free(buffer);
}

static void *work(void *unused) {
    char *buffer = malloc(16);
    if (buffer == NULL) {
        return NULL;
    }
    pthread_cleanup_push(release, buffer);
    if (getchar() == EOF) {
        pthread_exit(NULL);
    }
    buffer[0] = 'x';
    pthread_cleanup_pop(1);
    return unused;
}

int main(void) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, work, NULL) != 0) {
        return 1;
    }
    pthread_join(thread, NULL);
    return 0;
}

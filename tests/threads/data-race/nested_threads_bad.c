// A thread makes a thread, and does not wait for it.
#include <pthread.h>
#include <stddef.h>

static int depth;

static void *inner(void *unused) {
    depth = 2; // expect: data-race
    return unused;
}

static void *outer(void *unused) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, inner, NULL) != 0) {
        return NULL;
    }
    pthread_detach(thread);
    return unused;
}

int main(void) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, outer, NULL) != 0) {
        return 1;
    }
    pthread_join(thread, NULL);
    return depth > 2;
}

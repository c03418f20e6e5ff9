// A result that is there when its thread has ended.
#include <pthread.h>
#include <stddef.h>

static int result;

static void *compute(void *unused) {
    result = 6 * 7; // expect: data-race
    return unused;
}

int main(void) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, compute, NULL) != 0) {
        return 1;
    }
    int seen = result;
    pthread_join(thread, NULL);
    return seen;
}

// Volatile makes no order.
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

static volatile bool ready;
static int result;

static void *work(void *unused) {
    result = 42;
    ready = true; // expect: data-race
    return unused;
}

int main(void) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, work, NULL) != 0) {
        return 1;
    }
    while (!ready) {
    }
    int seen = result;
    pthread_join(thread, NULL);
    return seen == 42 ? 0 : 1;
}

// A maximum over threads, with and without a loop that compares and exchanges.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static _Atomic int total = 1;

static void add(int n) {
    int old = atomic_load(&total);
    while (!atomic_compare_exchange_weak(&total, &old, old * 2 + n)) {
    }
}

static void *worker(void *unused) {
    add(3);
    return unused;
}

int main(void) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, worker, NULL) != 0) {
        return 1;
    }
    add(5);
    pthread_join(thread, NULL);
    return atomic_load(&total) > 2 ? 0 : 1;
}

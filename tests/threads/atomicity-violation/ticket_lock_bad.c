// A lock made of two atomic numbers.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_uint next, serving;
static int value;

static void enter(void) {
    unsigned mine = atomic_fetch_add(&next, 1);
    while (atomic_load(&serving) != mine) {
        sched_yield();
    }
}

static void leave(void) {
    atomic_store(&serving, atomic_load(&serving) + 1);
}

static void *work(void *unused) {
    enter();
    leave();
    value++; // expect: atomicity-violation
    return unused;
}

int main(void) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, work, NULL) != 0) {
        return 1;
    }
    work(NULL);
    pthread_join(thread, NULL);
    return value == 2 ? 0 : 1;
}

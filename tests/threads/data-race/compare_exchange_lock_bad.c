// A lock made of a flag that is exchanged.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_flag busy = ATOMIC_FLAG_INIT;
static int value;

static void set(int n) {
    while (atomic_flag_test_and_set(&busy)) {
        sched_yield();
    }
    atomic_flag_clear(&busy);
    value = n; // expect: data-race
}

static void *work(void *unused) {
    set(1);
    return unused;
}

int main(void) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, work, NULL) != 0) {
        return 1;
    }
    set(2);
    pthread_join(thread, NULL);
    return value > 2;
}

// C11: a result and the flag that says it is there.
#include <stdatomic.h>
#include <threads.h>

static int value;
static int ready;

static int work(void *unused) {
    (void)unused;
    value = 3;
    ready = 1; // expect: data-race
    return 0;
}

int main(void) {
    thrd_t thread;
    if (thrd_create(&thread, work, NULL) != thrd_success) {
        return 1;
    }
    while (!ready) {
        thrd_yield();
    }
    int seen = value;
    int result;
    thrd_join(thread, &result);
    return seen == 3 ? result : 1;
}

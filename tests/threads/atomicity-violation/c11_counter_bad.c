// The threads of C11.
#include <stdio.h>
#include <threads.h>

static mtx_t lock;
static int counter;

static int count(void *unused) {
    (void)unused;
    counter += 1; // expect: atomicity-violation
    return 0;
}

int main(void) {
    if (mtx_init(&lock, mtx_plain) != thrd_success) {
        return 1;
    }
    thrd_t thread;
    if (thrd_create(&thread, count, NULL) != thrd_success) {
        mtx_destroy(&lock);
        return 1;
    }
    count(NULL);
    thrd_join(thread, NULL);
    mtx_destroy(&lock);
    printf("%d\n", counter);
    return 0;
}

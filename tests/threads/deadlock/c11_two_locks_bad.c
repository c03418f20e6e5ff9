// C11: two locks in two orders.
#include <threads.h>

static mtx_t a, b;

static int other(void *unused) {
    (void)unused;
    mtx_lock(&b);
    mtx_lock(&a); // expect: deadlock
    mtx_unlock(&a);
    mtx_unlock(&b);
    return 0;
}

int main(void) {
    if (mtx_init(&a, mtx_plain) != thrd_success || mtx_init(&b, mtx_plain) != thrd_success) {
        return 1;
    }
    thrd_t thread;
    if (thrd_create(&thread, other, NULL) != thrd_success) {
        return 1;
    }
    mtx_lock(&a);
    mtx_lock(&b);
    mtx_unlock(&b);
    mtx_unlock(&a);
    thrd_join(thread, NULL);
    mtx_destroy(&a);
    mtx_destroy(&b);
    return 0;
}

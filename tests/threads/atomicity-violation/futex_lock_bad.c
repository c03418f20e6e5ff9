// A lock made of an atomic variable, in which the kernel keeps threads waiting.
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_int taken;
static int count;

static void lock(void) {
    int free = 0;
    if (atomic_compare_exchange_strong(&taken, &free, 1)) {
        return;
    }
    while (atomic_exchange(&taken, 2) != 0) {
        syscall(SYS_futex, &taken, FUTEX_WAIT, 2, NULL, NULL, 0);
    }
}

static void unlock(void) {
    if (atomic_exchange(&taken, 0) == 2) {
        syscall(SYS_futex, &taken, FUTEX_WAKE, 1, NULL, NULL, 0);
    }
}

static void *add(void *unused) {
    lock();
    count++;
    unlock();
    return unused;
}

int main(void) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, add, NULL) != 0) {
        return 1;
    }
    count++; // expect: atomicity-violation
    pthread_join(thread, NULL);
    return count != 2;
}

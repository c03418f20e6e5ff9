// A spinlock that is taken twice.
#include <pthread.h>

static pthread_spinlock_t lock;
static int value;

int main(void) {
    pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
    pthread_spin_lock(&lock);
    value = 1;
    pthread_spin_lock(&lock); // expect: double-lock
    value = 2;
    pthread_spin_unlock(&lock);
    pthread_spin_destroy(&lock);
    return 0;
}

// A counter under a spinlock, and one beside it.
#include <pthread.h>
#include <stddef.h>

static pthread_spinlock_t lock;
static int counter;

static void *count(void *unused) {
    pthread_spin_lock(&lock);
    pthread_spin_unlock(&lock);
    counter++; // expect: atomicity-violation
    return unused;
}

int main(void) {
    pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
    pthread_t thread;
    if (pthread_create(&thread, NULL, count, NULL) != 0) {
        return 1;
    }
    count(NULL);
    pthread_join(thread, NULL);
    pthread_spin_destroy(&lock);
    return counter == 2 ? 0 : 1;
}

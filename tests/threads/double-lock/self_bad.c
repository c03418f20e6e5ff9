// A function takes the lock that its caller holds.
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;

static void add(int n) {
    pthread_mutex_lock(&lock); // expect: double-lock
    total += n;
    pthread_mutex_unlock(&lock);
}

static void *work(void *unused) {
    pthread_mutex_lock(&lock);
    add(1);
    add(2);
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, work, NULL) != 0) {
        return 1;
    }
    pthread_join(thread, NULL);
    return total == 3 ? 0 : 1;
}

// The lock is released between the read and the write.
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int balance = 100;

static void *pay(void *unused) {
    pthread_mutex_lock(&lock);
    int old = balance;
    int new = old - 10;
    balance = new;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, pay, NULL) != 0) {
        return 1;
    }
    pay(NULL);
    pthread_join(thread, NULL);
    return balance == 80 ? 0 : 1;
}

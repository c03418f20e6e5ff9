// Whether there is money is asked under the lock, and it is spent under the lock: in two steps.
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int stock = 1;

static int has_stock(void) {
    pthread_mutex_lock(&lock);
    int some = stock > 0;
    pthread_mutex_unlock(&lock);
    return some;
}

static int take(void) {
    int got = 0;
    pthread_mutex_lock(&lock);
    if (stock > 0) {
        stock = stock - 1;
        got = 1;
    }
    pthread_mutex_unlock(&lock);
    return got;
}

static void *buy(void *unused) {
    if (has_stock()) {
        take();
    }
    return unused;
}

int main(void) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, buy, NULL) != 0) {
        return 1;
    }
    buy(NULL);
    pthread_join(thread, NULL);
    return stock < 0;
}

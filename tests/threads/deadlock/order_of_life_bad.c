// Two orders, but one thread has ended before the other one begins.
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t b = PTHREAD_MUTEX_INITIALIZER;

static void *forth(void *unused) {
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b);
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
    return unused;
}

static void *back(void *unused) {
    pthread_mutex_lock(&b);
    pthread_mutex_lock(&a); // expect: deadlock
    pthread_mutex_unlock(&a);
    pthread_mutex_unlock(&b);
    return unused;
}

int main(void) {
    pthread_t first, second;
    if (pthread_create(&first, NULL, forth, NULL) != 0) {
        return 1;
    }
    if (pthread_create(&second, NULL, back, NULL) == 0) {
        pthread_join(second, NULL);
    }
    pthread_join(first, NULL);
    return 0;
}

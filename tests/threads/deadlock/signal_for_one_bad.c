// Two threads wait, and one signal is sent.
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t opened = PTHREAD_COND_INITIALIZER;
static int is_open;

static void *visit(void *unused) {
    pthread_mutex_lock(&lock);
    while (!is_open) {
        pthread_cond_wait(&opened, &lock); // expect: deadlock
    }
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void) {
    pthread_t a, b;
    if (pthread_create(&a, NULL, visit, NULL) != 0) {
        return 1;
    }
    int second = pthread_create(&b, NULL, visit, NULL) == 0;
    pthread_mutex_lock(&lock);
    is_open = 1;
    pthread_cond_signal(&opened);
    pthread_mutex_unlock(&lock);
    pthread_join(a, NULL);
    if (second) {
        pthread_join(b, NULL);
    }
    return 0;
}

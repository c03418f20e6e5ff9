// A wait that may end by its time: what it waited for need not be there.
#include <pthread.h>
#include <stddef.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int is_there, answer;

static void *compute(void *unused) {
    answer = 42; // expect: data-race
    pthread_mutex_lock(&lock);
    is_there = 1;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, compute, NULL) != 0) {
        return 1;
    }
    struct timespec until = {0, 0};
    pthread_mutex_lock(&lock);
    int error = 0;
    while (!is_there && error == 0) {
        error = pthread_cond_timedwait(&changed, &lock, &until);
    }
    int there = is_there;
    pthread_mutex_unlock(&lock);
    (void)there;
    int got = answer;
    pthread_join(thread, NULL);
    return got > 42;
}

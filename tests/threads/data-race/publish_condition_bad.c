// A condition says that the answer is there.
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int is_there, answer;

static void *compute(void *unused) {
    pthread_mutex_lock(&lock);
    is_there = 1;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
    answer = 42; // expect: data-race
    return unused;
}

int main(void) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, compute, NULL) != 0) {
        return 1;
    }
    pthread_mutex_lock(&lock);
    while (!is_there) {
        pthread_cond_wait(&changed, &lock);
    }
    pthread_mutex_unlock(&lock);
    int got = answer;
    pthread_join(thread, NULL);
    return got == 42 ? 0 : 1;
}

// The program goes on after the end of its first thread, and the other one waits for what none will say.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t said = PTHREAD_COND_INITIALIZER;
static int done;

static void *listen(void *unused) {
    pthread_mutex_lock(&lock);
    while (!done)
        pthread_cond_wait(&said, &lock); // expect: deadlock
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, listen, NULL) != 0)
        return 1;
    pthread_exit(NULL);
}

// Two variables stand on one line, and one lock is for both.
#include <pthread.h>
#include <stdlib.h>

static int width; static int height;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *unused) {
    pthread_mutex_lock(&lock);
    width = 1;
    height = 1;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, work, NULL) != 0) {
        return 1;
    }
    pthread_mutex_lock(&lock);
    width = 2;
    height = 2;
    pthread_mutex_unlock(&lock);
    pthread_join(thread, NULL);
    return width + height;
}

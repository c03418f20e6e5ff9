// The race depends on what is read.
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counter;
static int mode;

static void *count(void *unused) {
    if (mode == 'f') {
        pthread_mutex_lock(&lock);
        counter++;
        pthread_mutex_unlock(&lock);
    } else {
        pthread_mutex_lock(&lock);
        counter += 2;
        pthread_mutex_unlock(&lock);
    }
    return unused;
}

int main(void) {
    mode = getchar();
    pthread_t thread;
    if (pthread_create(&thread, NULL, count, NULL) != 0) {
        return 1;
    }
    count(NULL);
    pthread_join(thread, NULL);
    printf("%d\n", counter);
    return 0;
}

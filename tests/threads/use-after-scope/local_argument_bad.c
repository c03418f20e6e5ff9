// The function that made the thread has returned.
#include <pthread.h>
#include <stddef.h>

static void *work(void *argument) {
    int *number = argument;
    return *number == 3 ? argument : NULL; // expect: use-after-scope
}

static int begin(pthread_t *thread) {
    int number = 3;
    return pthread_create(thread, NULL, work, &number);
}

int main(void) {
    pthread_t thread;
    if (begin(&thread) != 0) {
        return 1;
    }
    pthread_join(thread, NULL);
    return 0;
}

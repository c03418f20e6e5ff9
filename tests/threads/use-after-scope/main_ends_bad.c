// main has ended by pthread_exit; its variable is gone.
#include <pthread.h>
#include <stddef.h>

static void begin(void) {
    int limit = 3;
    extern void *work(void *);
    pthread_t thread;
    if (pthread_create(&thread, NULL, work, &limit) == 0) {
        pthread_detach(thread);
    }
}

void *work(void *argument) {
    int *limit = argument;
    if (*limit != 3) { // expect: use-after-scope
        return argument;
    }
    return NULL;
}

int main(void) {
    begin();
    pthread_exit(NULL);
}

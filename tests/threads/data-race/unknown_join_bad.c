// A function whose source is not here is given the thread, and may wait for its end.
#include <pthread.h>
#include <stddef.h>

void finish(pthread_t thread);
void start(void);

static int value;

static void *produce(void *unused) {
    value = 4; // expect: data-race
    return unused;
}

int main(void) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, produce, NULL) != 0) {
        return 1;
    }
    start();
    int seen = value;
    finish(thread);
    return seen == 4;
}

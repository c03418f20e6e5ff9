// A plain int tells a worker to stop.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <unistd.h>

static int stop;

static void *work(void *unused) {
    while (!stop) {
        usleep(10);
    }
    return unused;
}

int main(void) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, work, NULL) != 0) {
        return 1;
    }
    usleep(100);
    stop = 1; // expect: data-race
    pthread_join(thread, NULL);
    return 0;
}

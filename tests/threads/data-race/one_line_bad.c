// Two variables stand on one line, and each is a race of its own.
#include <pthread.h>
#include <stdlib.h>

static int width; static int height;

static void *work(void *unused) {
    width = 1;
    height = 1;
    return unused;
}

int main(void) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, work, NULL) != 0) {
        return 1;
    }
    width = 2; // expect: data-race
    height = 2; // expect: data-race
    pthread_join(thread, NULL);
    return width + height;
}

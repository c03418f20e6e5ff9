// The end of what a pipe gives says that the value is there; the pipe was printed to, so what it holds is unknown.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static int ends[2];
static int value;
static int seen;

static void *consume(void *unused) {
    char bytes[16];
    while (read(ends[0], bytes, sizeof bytes) > 0) {
    }
    seen = value;
    return unused;
}

int main(void) {
    pthread_t thread;
    if (pipe(ends) != 0) {
        return 1;
    }
    if (pthread_create(&thread, NULL, consume, NULL) == 0) {
        dprintf(ends[1], "%d", 5);
        value = 7;
        close(ends[1]);
        pthread_join(thread, NULL);
    } else {
        close(ends[1]);
    }
    close(ends[0]);
    return seen == 7;
}

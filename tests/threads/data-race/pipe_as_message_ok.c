// A byte in a pipe says that the value is there.
#include <pthread.h>
#include <stddef.h>
#include <unistd.h>

static int ends[2];
static int value;

static void *produce(void *unused) {
    char byte = 1;
    value = 9;
    if (write(ends[1], &byte, 1) != 1) {
        _exit(2);
    }
    return unused;
}

int main(void) {
    pthread_t thread;
    char byte;
    int seen = 0;
    if (pipe(ends) != 0) {
        return 1;
    }
    if (pthread_create(&thread, NULL, produce, NULL) == 0) {
        if (read(ends[0], &byte, 1) == 1) {
            seen = value;
        }
        pthread_join(thread, NULL);
    }
    close(ends[0]);
    close(ends[1]);
    return seen == 9;
}

// Opening a file waits for no other thread: the value need not be there.
#include <fcntl.h>
#include <pthread.h>
#include <stddef.h>
#include <unistd.h>

static int value;
static int seen;

static void *consume(void *unused) {
    int fd = open("queue", O_RDONLY);
    if (fd >= 0) {
        seen = value;
        close(fd);
    }
    return unused;
}

int main(void) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, consume, NULL) == 0) {
        value = 7; // expect: data-race
        int fd = open("queue", O_WRONLY);
        if (fd < 0) {
            _exit(1);
        }
        close(fd);
        pthread_join(thread, NULL);
    }
    return seen;
}

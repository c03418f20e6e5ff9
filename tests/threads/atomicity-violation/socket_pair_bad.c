// Two threads give a turn to each other through a pair of sockets.
#include <pthread.h>
#include <stddef.h>
#include <sys/socket.h>
#include <unistd.h>

static int ends[2];
static int count;

static void *serve(void *unused) {
    char byte;
    if (read(ends[1], &byte, 1) == 1) {
        count++;
        if (write(ends[1], &byte, 1) != 1) {
            return unused;
        }
    }
    return NULL;
}

int main(void) {
    pthread_t thread;
    char byte = 'x';
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) {
        return 1;
    }
    if (pthread_create(&thread, NULL, serve, NULL) == 0) {
        count++;
        if (write(ends[0], &byte, 1) == 1) {
            count++; // expect: atomicity-violation
        }
        close(ends[0]);
        pthread_join(thread, NULL);
    } else {
        close(ends[0]);
    }
    close(ends[1]);
    return 0;
}

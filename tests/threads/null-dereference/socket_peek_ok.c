// A thread looks at what comes without taking it, and then takes it: both times it is the same.
#include <pthread.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

static int ends[2];
static int number = 4;

static void *look(void *unused) {
    int *seen = NULL, *taken = NULL;
    if (recv(ends[0], &seen, sizeof seen, MSG_PEEK) != (ssize_t)sizeof seen) {
        return unused;
    }
    if (recv(ends[0], &taken, sizeof taken, MSG_DONTWAIT) == (ssize_t)sizeof taken) {
        *taken = 5;
    }
    return unused;
}

int main(void) {
    pthread_t thread;
    int *sent = &number;
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) {
        return 1;
    }
    if (pthread_create(&thread, NULL, look, NULL) == 0) {
        if (send(ends[1], &sent, sizeof sent, 0) != (ssize_t)sizeof sent) {
            close(ends[1]);
            _exit(1);
        }
        pthread_join(thread, NULL);
    }
    close(ends[0]);
    close(ends[1]);
    return number;
}

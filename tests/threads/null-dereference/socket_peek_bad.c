// Nothing need have come where a thread does not wait for it: what it would be sent is still null.
#include <pthread.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

static int ends[2];
static int number = 4;

static void *look(void *unused) {
    int *taken = NULL;
    if (recv(ends[0], &taken, sizeof taken, MSG_DONTWAIT) < 0) {
        *taken = 5; // expect-missing: null-dereference
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
            _exit(1);
        }
        pthread_join(thread, NULL);
    }
    close(ends[0]);
    close(ends[1]);
    return number;
}

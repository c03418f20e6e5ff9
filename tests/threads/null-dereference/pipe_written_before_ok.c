// A pointer is sent through a pipe before the thread is made that reads it.
#include <pthread.h>
#include <stddef.h>
#include <unistd.h>

struct job {
    int number;
};

static int ends[2];
static int seen;

static void *work(void *unused) {
    struct job *job;
    if (read(ends[0], &job, sizeof job) == (ssize_t)sizeof job) {
        seen = job->number;
    }
    return unused;
}

int main(void) {
    pthread_t thread;
    struct job own = {7};
    struct job *job = &own;
    if (pipe(ends) != 0) {
        return 1;
    }
    if (write(ends[1], &job, sizeof job) != (ssize_t)sizeof job) {
        _exit(1);
    }
    if (pthread_create(&thread, NULL, work, NULL) == 0) {
        pthread_join(thread, NULL);
    }
    close(ends[0]);
    close(ends[1]);
    return seen;
}

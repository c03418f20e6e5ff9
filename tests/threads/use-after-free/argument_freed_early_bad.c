// The argument is freed by the one that made the thread.
#include <pthread.h>
#include <stdlib.h>

struct job {
    int size;
};

static void *work(void *argument) {
    struct job *job = argument;
    int size = job->size; // expect: use-after-free
    return size == 4 ? argument : NULL;
}

int main(void) {
    struct job *job = malloc(sizeof *job);
    if (!job) {
        return 1;
    }
    job->size = 4;
    pthread_t thread;
    if (pthread_create(&thread, NULL, work, job) != 0) {
        free(job);
        return 1;
    }
    free(job);
    pthread_join(thread, NULL);
    return 0;
}

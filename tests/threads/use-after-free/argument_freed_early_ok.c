// The argument is freed by the one that made the thread.
#include <pthread.h>
#include <stdlib.h>

struct job {
    int size;
};

static void *work(void *argument) {
    struct job *job = argument;
    int size = job->size;
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
    pthread_join(thread, NULL);
    free(job);
    return 0;
}

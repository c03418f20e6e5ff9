// Counters that "need not be exact".
#include <pthread.h>
#include <stdio.h>
#include <string.h>

struct statistics {
    unsigned long requests;
    unsigned long bytes;
};

static struct statistics statistics;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void serve(const char *text) {
    pthread_mutex_lock(&lock);
    statistics.bytes += strlen(text);
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    statistics.requests++;
    pthread_mutex_unlock(&lock);
}

static void *worker(void *text) {
    serve(text);
    return NULL;
}

int main(void) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, worker, "hello") != 0) {
        return 1;
    }
    serve("bye");
    pthread_join(thread, NULL);
    printf("%lu %lu\n", statistics.requests, statistics.bytes);
    return 0;
}

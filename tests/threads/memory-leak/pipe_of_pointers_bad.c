// Results go through a pipe, as pointers, to who frees them.
// unconfirmed: the bytes that a replay gives back are an address of another run
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

struct result {
    int number;
};

static int ends[2];

static void *compute(void *unused) {
    struct result *result = malloc(sizeof *result); // expect: memory-leak
    if (result == NULL) {
        _exit(1);
    }
    result->number = 5;
    if (write(ends[1], &result, sizeof result) != (ssize_t)sizeof result) {
        free(result);
        _exit(1);
    }
    return unused;
}

int main(void) {
    pthread_t thread;
    struct result *result;
    int number = 0;
    if (pipe(ends) != 0) {
        return 1;
    }
    if (pthread_create(&thread, NULL, compute, NULL) == 0) {
        if (read(ends[0], &result, sizeof result) == (ssize_t)sizeof result) {
            number = result->number;
        }
        pthread_join(thread, NULL);
    }
    close(ends[0]);
    close(ends[1]);
    return number == 5;
}

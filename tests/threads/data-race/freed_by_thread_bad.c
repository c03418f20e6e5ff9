// The thread frees what main still reads.
#include <pthread.h>
#include <stdlib.h>

static void *work(void *argument) {
    free(argument); // expect: data-race
    return NULL;
}

int main(void) {
    int *number = malloc(sizeof *number);
    if (!number) {
        return 1;
    }
    *number = 4;
    pthread_t thread;
    if (pthread_create(&thread, NULL, work, number) != 0) {
        free(number);
        return 1;
    }
    int seen = *number; // expect: use-after-free
    pthread_join(thread, NULL);
    return seen;
}

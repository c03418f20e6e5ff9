// The thread frees what main still reads.
#include <pthread.h>
#include <stdlib.h>

static void *work(void *argument) {
    free(argument);
    return NULL;
}

int main(void) {
    int *number = malloc(sizeof *number);
    if (!number) {
        return 1;
    }
    *number = 4;
    int seen = *number;
    pthread_t thread;
    if (pthread_create(&thread, NULL, work, number) != 0) {
        free(number);
        return 1;
    }
    pthread_join(thread, NULL);
    return seen;
}

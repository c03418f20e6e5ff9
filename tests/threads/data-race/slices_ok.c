// Each thread has its slice of an array; one of them takes a byte too many.
#include <pthread.h>
#include <stddef.h>

static int numbers[8];

struct slice {
    int from, to;
};

static void *fill(void *argument) {
    struct slice *slice = argument;
    for (int i = slice->from; i < slice->to; i++) {
        numbers[i] = slice->from;
    }
    return NULL;
}

int main(void) {
    struct slice low = {0, 4}, high = {4, 8};
    pthread_t thread;
    if (pthread_create(&thread, NULL, fill, &low) != 0) {
        return 1;
    }
    fill(&high);
    pthread_join(thread, NULL);
    return numbers[7] == 4 ? 0 : 1;
}

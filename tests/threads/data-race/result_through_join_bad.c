// Each thread returns its block; or leaves it where the next one writes as well.
#include <pthread.h>
#include <stdlib.h>

static int latest;

static void *square(void *argument) {
    int *block = malloc(sizeof *block);
    if (block) {
        *block = *(int *)argument * *(int *)argument;
        latest = *block; // expect: data-race
    }
    return block;
}

int main(void) {
    int numbers[2] = {3, 4};
    pthread_t threads[2];
    int made = 0, sum = 0;
    while (made < 2 && pthread_create(&threads[made], NULL, square, &numbers[made]) == 0) {
        made++;
    }
    for (int i = 0; i < made; i++) {
        void *result;
        pthread_join(threads[i], &result);
        if (result) {
            sum += *(int *)result;
        }
        free(result);
    }
    return sum > 25;
}

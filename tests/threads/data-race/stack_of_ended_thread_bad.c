// Threads that come one after the other have their variables in the same place.
#include <pthread.h>
#include <stddef.h>

static int *shared;

static void *first(void *unused) {
    int own[4] = {1, 2, 3, 4};
    int sum = 0;
    for (int i = 0; i < 4; i++) {
        sum += own[i];
    }
    return sum == 10 ? unused : NULL;
}

static void *second(void *unused) {
    int own[4] = {5, 6, 7, 8};
    own[0] += own[3];
    *shared = own[0];
    return unused;
}

int main(void) {
    int result = 0;
    shared = &result;
    pthread_t a, b;
    if (pthread_create(&a, NULL, first, NULL) != 0) {
        return 1;
    }
    pthread_join(a, NULL);
    if (pthread_create(&b, NULL, second, NULL) != 0) {
        return 1;
    }
    result = 1; // expect: data-race
    pthread_join(b, NULL);
    return result;
}

// A thread waits for the end of another one, and signals none: a third writes at the same time.
#include <pthread.h>
#include <stddef.h>

static pthread_t idle;
static int value;

static void *rest(void *unused) {
    return unused;
}

static void *produce(void *unused) {
    value = 1; // expect: data-race
    pthread_join(idle, NULL);
    return unused;
}

static void *consume(void *unused) {
    value = 7;
    return unused;
}

int main(void) {
    pthread_t first, second;
    if (pthread_create(&idle, NULL, rest, NULL) != 0) {
        return 1;
    }
    if (pthread_create(&first, NULL, produce, NULL) != 0) {
        return 1;
    }
    if (pthread_create(&second, NULL, consume, NULL) != 0) {
        pthread_join(first, NULL);
        return 1;
    }
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return value;
}

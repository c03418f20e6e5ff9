// Two threads count in one variable.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void *count(void *unused) {
    for (int i = 0; i < 3; i++) {
        counter++; // expect: atomicity-violation
    }
    return unused;
}

int main(void) {
    pthread_t a, b;
    if (pthread_create(&a, NULL, count, NULL) != 0) {
        return 1;
    }
    if (pthread_create(&b, NULL, count, NULL) != 0) {
        pthread_join(a, NULL);
        return 1;
    }
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_mutex_lock(&lock);
    printf("%d\n", counter);
    pthread_mutex_unlock(&lock);
    return 0;
}

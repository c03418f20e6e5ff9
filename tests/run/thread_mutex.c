// Threads that add to one number under a lock, with what they return collected.
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>

#define THREADS 4
#define ROUNDS 100

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long total;

static void *add(void *argument) {
    long step = (intptr_t)argument;
    for (int i = 0; i < ROUNDS; i++) {
        pthread_mutex_lock(&lock);
        total += step;
        pthread_mutex_unlock(&lock);
    }
    return (void *)(intptr_t)(step * 10);
}

int main(void) {
    pthread_t threads[THREADS];
    for (intptr_t i = 0; i < THREADS; i++) {
        if (pthread_create(&threads[i], NULL, add, (void *)(i + 1)) != 0) return 1;
    }
    for (int i = 0; i < THREADS; i++) {
        void *result;
        if (pthread_join(threads[i], &result) != 0) return 1;
        printf("thread %d returned %ld\n", i, (long)(intptr_t)result);
    }
    printf("total %ld\n", total);

    pthread_mutexattr_t kind;
    pthread_mutexattr_init(&kind);
    pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_t twice;
    pthread_mutex_init(&twice, &kind);
    printf("%d %d", pthread_mutex_lock(&twice), pthread_mutex_lock(&twice));
    printf(" %d %d\n", pthread_mutex_unlock(&twice), pthread_mutex_unlock(&twice));
    pthread_mutex_destroy(&twice);
    return 0;
}

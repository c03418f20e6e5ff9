// What is written through a helper depends on what was read before the lock was given back.
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int largest;

static void put(int *place, int value) {
    *place = value; // expect: atomicity-violation
}

static void *work(void *unused) {
    pthread_mutex_lock(&lock);
    int before = largest;
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    put(&largest, before + 1);
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void) {
    pthread_t first, second;
    if (pthread_create(&first, NULL, work, NULL) != 0) {
        return 1;
    }
    int made = pthread_create(&second, NULL, work, NULL) == 0;
    pthread_join(first, NULL);
    if (made) {
        pthread_join(second, NULL);
    }
    return largest > 2;
}

// What a helper reads under the lock is old when it is written back.
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;

static int get(void) {
    return count;
}

static void *work(void *unused) {
    pthread_mutex_lock(&lock);
    int before = get();
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    count = before + 1; // expect: atomicity-violation
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
    return count > 2;
}

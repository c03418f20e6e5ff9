// What was read is old when it is written back, unless somebody looks whether it is.
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int value, version;

static void *work(void *unused) {
    int is_done = 0;
    while (!is_done) {
        pthread_mutex_lock(&lock);
        int seen = version, next = value + 1;
        pthread_mutex_unlock(&lock);
        pthread_mutex_lock(&lock);
        is_done = seen <= version;
        if (is_done) {
            value = next; // expect: atomicity-violation
            version++;
        }
        pthread_mutex_unlock(&lock);
    }
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
    return value > 2;
}

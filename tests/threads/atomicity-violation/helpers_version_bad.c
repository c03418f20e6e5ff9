// What one function has read another one writes back, if it was not written meanwhile.
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int value, version;

static int get(int *seen) {
    pthread_mutex_lock(&lock);
    int got = value;
    *seen = version;
    pthread_mutex_unlock(&lock);
    return got;
}

static int set(int next, int seen) {
    pthread_mutex_lock(&lock);
    int is_done = version >= seen;
    if (is_done) {
        value = next; // expect: atomicity-violation
        version++;
    }
    pthread_mutex_unlock(&lock);
    return is_done;
}

static void *work(void *unused) {
    int seen = 0, got = get(&seen);
    while (!set(got + 1, seen)) {
        got = get(&seen);
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

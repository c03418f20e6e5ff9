// What is written depends on what was read, or only whether it is written does.
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int state;

static int get(void) {
    pthread_mutex_lock(&lock);
    int value = state;
    pthread_mutex_unlock(&lock);
    return value;
}

static void set(int value) {
    pthread_mutex_lock(&lock);
    state = value;
    pthread_mutex_unlock(&lock);
}

static void *work(void *unused) {
    int value = get();
    if (value < 5) {
        set(5);
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
    return state > 5;
}

// What was read is old when it is written back, unless it is compared with what is there now.
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int level;

static int get(void) {
    pthread_mutex_lock(&lock);
    int value = level;
    pthread_mutex_unlock(&lock);
    return value;
}

static void raise_to(int value) {
    pthread_mutex_lock(&lock);
    if (level < value) {
        level = value;
    }
    pthread_mutex_unlock(&lock);
}

static void *jump(void *argument) {
    raise_to(get() + 2);
    return argument;
}

static void *step(void *argument) {
    pthread_mutex_lock(&lock);
    level++;
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void) {
    pthread_t first, second;
    if (pthread_create(&first, NULL, jump, NULL) != 0) {
        return 1;
    }
    int made = pthread_create(&second, NULL, step, NULL) == 0;
    pthread_join(first, NULL);
    if (made) {
        pthread_join(second, NULL);
    }
    return level > 3;
}

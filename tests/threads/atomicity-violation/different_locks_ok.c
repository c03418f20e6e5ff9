// Each thread holds a lock, but not the same one.
#include <pthread.h>
#include <stddef.h>

static struct {
    pthread_mutex_t first, second;
    int value;
} shared = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, 0};

static void *add(void *unused) {
    pthread_mutex_lock(&shared.first);
    shared.value += 1;
    pthread_mutex_unlock(&shared.first);
    return unused;
}

int main(void) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, add, NULL) != 0) {
        return 1;
    }
    pthread_mutex_lock(&shared.first);
    shared.value += 2;
    pthread_mutex_unlock(&shared.first);
    pthread_join(thread, NULL);
    return shared.value == 3 ? 0 : 1;
}

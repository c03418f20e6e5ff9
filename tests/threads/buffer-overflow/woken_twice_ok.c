// Both consumers are woken for one item, and only the first finds it.
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int items[4], count;

static void *take(void *unused) {
    pthread_mutex_lock(&lock);
    while (count == 0) {
        pthread_cond_wait(&changed, &lock);
    }
    count--;
    items[count] = -1;
    pthread_mutex_unlock(&lock);
    return unused;
}

static void put(void) {
    pthread_mutex_lock(&lock);
    items[count] = 1;
    count++;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
}

int main(void) {
    pthread_t first, second;
    if (pthread_create(&first, NULL, take, NULL) != 0) {
        return 1;
    }
    int made = pthread_create(&second, NULL, take, NULL) == 0;
    put();
    if (made) {
        put();
        pthread_join(second, NULL);
    }
    pthread_join(first, NULL);
    return 0;
}

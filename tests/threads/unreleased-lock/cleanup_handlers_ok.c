// Handlers give back what a thread holds that ends itself, the last one first, and before those of keys.
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>

static pthread_mutex_t outer = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t inner = PTHREAD_MUTEX_INITIALIZER;
static pthread_key_t key;
static int depth;

static void leave(void *lock) {
    depth--;
    pthread_mutex_unlock(lock);
}

static void at_end(void *value) {
    if (depth < 0 || depth > *(int *)value) {
        pthread_mutex_unlock(&inner);
    }
}

static void *work(void *zero) {
    pthread_setspecific(key, zero);
    pthread_mutex_lock(&outer);
    depth++;
    pthread_cleanup_push(leave, &outer);
    pthread_mutex_lock(&inner);
    depth++;
    pthread_cleanup_push(leave, &inner);
    if (getchar() == 'q') {
        pthread_exit(NULL);
    }
    pthread_cleanup_pop(1);
    pthread_cleanup_pop(1);
    return NULL;
}

int main(void) {
    int zero = 0;
    pthread_t thread;
    if (pthread_key_create(&key, at_end) != 0) {
        return 1;
    }
    if (pthread_create(&thread, NULL, work, &zero) == 0) {
        pthread_join(thread, NULL);
    }
    pthread_key_delete(key);
    return 0;
}

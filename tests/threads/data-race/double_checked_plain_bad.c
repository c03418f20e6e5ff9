// Double-checked locking with a plain flag.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int is_made;
static int value;

static int get(void) {
    if (!is_made) { // expect: data-race
        pthread_mutex_lock(&lock);
        if (!is_made) {
            value = 7;
            is_made = 1;
        }
        pthread_mutex_unlock(&lock);
    }
    return value;
}

static void *work(void *unused) {
    get();
    return unused;
}

int main(void) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, work, NULL) != 0) {
        return 1;
    }
    int got = get();
    pthread_join(thread, NULL);
    return got == 7 ? 0 : 1;
}

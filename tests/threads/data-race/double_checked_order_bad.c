// The flag is atomic, but set before the value is there.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int is_made;
static int value;

static int get(void) {
    if (!atomic_load(&is_made)) {
        pthread_mutex_lock(&lock);
        if (!atomic_load(&is_made)) {
            atomic_store(&is_made, 1);
            value = 7;
        }
        pthread_mutex_unlock(&lock);
    }
    return value; // expect: data-race
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

// A lock for reading cannot become one for writing.
#include <pthread.h>
#include <stddef.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int cached;

static int get(void) {
    pthread_rwlock_rdlock(&lock);
    int found = cached;
    if (!found) {
        pthread_rwlock_unlock(&lock);
        pthread_rwlock_wrlock(&lock);
        found = cached = 5;
    }
    pthread_rwlock_unlock(&lock);
    return found;
}

int main(void) {
    return get() == 5 ? 0 : 1;
}

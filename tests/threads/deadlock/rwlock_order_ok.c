// A reader's lock and a mutex in two orders.
#include <pthread.h>
#include <stddef.h>

static pthread_rwlock_t table = PTHREAD_RWLOCK_INITIALIZER;
static pthread_mutex_t log = PTHREAD_MUTEX_INITIALIZER;
static int entries, lines;

static void *insert(void *unused) {
    pthread_mutex_lock(&log);
    pthread_rwlock_wrlock(&table);
    entries = 1;
    lines++;
    pthread_rwlock_unlock(&table);
    pthread_mutex_unlock(&log);
    return unused;
}

int main(void) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, insert, NULL) != 0) {
        return 1;
    }
    pthread_mutex_lock(&log);
    pthread_rwlock_rdlock(&table);
    int seen = entries;
    lines++;
    pthread_rwlock_unlock(&table);
    pthread_mutex_unlock(&log);
    pthread_join(thread, NULL);
    return seen > 1;
}

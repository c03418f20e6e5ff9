// A recursive function locks at every level.
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock;
static int depth;

static void descend(int n) {
    pthread_mutex_lock(&lock); // expect: double-lock
    depth++;
    if (n > 0) {
        descend(n - 1);
    }
    pthread_mutex_unlock(&lock);
}

int main(void) {
    pthread_mutexattr_t kind;
    pthread_mutexattr_init(&kind);
    pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_NORMAL);
    pthread_mutex_init(&lock, &kind);
    pthread_mutexattr_destroy(&kind);
    descend(2);
    pthread_mutex_destroy(&lock);
    return depth == 3 ? 0 : 1;
}

// Several readers and one writer, who asks for the lock to write in time, or too late.
#include <pthread.h>
#include <stddef.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int settings[2];

static void *read(void *unused) {
    pthread_rwlock_rdlock(&lock);
    int sum = settings[0] + settings[1];
    pthread_rwlock_unlock(&lock);
    return sum > 3 ? unused : NULL;
}

int main(void) {
    pthread_t readers[2];
    int made = 0;
    while (made < 2 && pthread_create(&readers[made], NULL, read, NULL) == 0) {
        made++;
    }
    pthread_rwlock_wrlock(&lock);
    settings[0] = 1;
    settings[1] = 2;
    pthread_rwlock_unlock(&lock);
    for (int i = 0; i < made; i++) {
        pthread_join(readers[i], NULL);
    }
    return 0;
}

// The lock of another library, whose source is not here, is around what both threads do.
#include <pthread.h>
#include <stddef.h>

void store_lock(int which);
void store_unlock(int which);

static int entries;

static void *add(void *unused) {
    store_lock(3);
    entries = 7; // expect: data-race
    store_unlock(3);
    return unused;
}

int main(void) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, add, NULL) != 0) {
        return 1;
    }
    int seen = entries;
    pthread_join(thread, NULL);
    return seen == 7;
}

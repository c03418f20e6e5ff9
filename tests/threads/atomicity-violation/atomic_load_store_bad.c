// Each access is atomic, the update is not.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int hits;

static void *hit(void *unused) {
    int old = atomic_load(&hits);
    atomic_store(&hits, old + 1); // expect: atomicity-violation
    return unused;
}

int main(void) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, hit, NULL) != 0) {
        return 1;
    }
    hit(NULL);
    pthread_join(thread, NULL);
    return atomic_load(&hits) == 2 ? 0 : 1;
}

// The old builtins of gcc.
#include <pthread.h>
#include <stddef.h>

static long seen;

static void *see(void *unused) {
    for (int i = 0; i < 2; i++) {
        __sync_fetch_and_add(&seen, 2);
    }
    return unused;
}

int main(void) {
    pthread_t threads[2];
    int made = 0;
    while (made < 2 && pthread_create(&threads[made], NULL, see, NULL) == 0) {
        made++;
    }
    for (int i = 0; i < made; i++) {
        pthread_join(threads[i], NULL);
    }
    return seen == 4L * made ? 0 : 1;
}

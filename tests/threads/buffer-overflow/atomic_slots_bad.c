// Whether there is a slot left is asked before one is taken: three threads may be told so for two slots.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int used;
static int slots[2];

static void *work(void *unused) {
    if (atomic_load(&used) < 2) {
        int own = atomic_fetch_add(&used, 1);
        slots[own] = 1; // expect: buffer-overflow
    }
    return unused;
}

int main(void) {
    pthread_t threads[3];
    int made = 0;
    while (made < 3 && pthread_create(&threads[made], NULL, work, NULL) == 0) {
        made++;
    }
    for (int i = 0; i < made; i++) {
        pthread_join(threads[i], NULL);
    }
    return 0;
}

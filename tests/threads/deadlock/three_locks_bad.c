// Three threads, three locks, a circle.
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t locks[3] = {
    PTHREAD_MUTEX_INITIALIZER,
    PTHREAD_MUTEX_INITIALIZER,
    PTHREAD_MUTEX_INITIALIZER,
};

static void *dine(void *argument) {
    int me = *(int *)argument;
    int left = me, right = (me + 1) % 3;
    pthread_mutex_lock(&locks[left]);
    pthread_mutex_lock(&locks[right]); // expect: deadlock
    pthread_mutex_unlock(&locks[right]);
    pthread_mutex_unlock(&locks[left]);
    return NULL;
}

int main(void) {
    static int numbers[3] = {0, 1, 2};
    pthread_t threads[3];
    int made = 0;
    while (made < 3 && pthread_create(&threads[made], NULL, dine, &numbers[made]) == 0) {
        made++;
    }
    for (int i = 0; i < made; i++) {
        pthread_join(threads[i], NULL);
    }
    return 0;
}

// What a thread keeps under a key is never freed.
#include <pthread.h>
#include <stdlib.h>

static pthread_key_t key;

static void *work(void *unused) {
    int *own = malloc(sizeof *own); // expect: memory-leak
    if (own) {
        *own = 1;
        pthread_setspecific(key, own);
    }
    return unused;
}

int main(void) {
    pthread_t thread;
    if (pthread_key_create(&key, NULL) != 0) return 1;
    if (pthread_create(&thread, NULL, work, NULL) != 0) return 1;
    pthread_join(thread, NULL);
    pthread_key_delete(key);
    return 0;
}

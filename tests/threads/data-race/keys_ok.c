// Each thread has a buffer of its own, by a key; or the same by mistake.
#include <pthread.h>
#include <stdlib.h>

static pthread_key_t key;
static int common;

static int *mine(void) {
    int *own = pthread_getspecific(key);
    if (!own) {
        own = calloc(1, sizeof *own);
        if (!own) {
            abort();
        }
        pthread_setspecific(key, own);
    }
    return own;
}

static void drop(void *own) {
    free(own);
}

static void *work(void *unused) {
    *mine() = 1;
    return unused;
}

int main(void) {
    if (pthread_key_create(&key, drop) != 0) {
        return 1;
    }
    pthread_t a, b;
    if (pthread_create(&a, NULL, work, NULL) != 0) {
        return 1;
    }
    if (pthread_create(&b, NULL, work, NULL) == 0) {
        pthread_join(b, NULL);
    }
    pthread_join(a, NULL);
    pthread_key_delete(key);
    return common > 1;
}

// A singleton on the heap.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct config {
    int level;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct config *config;

static struct config *get(void) {
    struct config *found = config; // expect: data-race
    if (!found) {
        pthread_mutex_lock(&lock);
        found = config;
        if (!found) {
            found = malloc(sizeof *found);
            if (!found) {
                abort();
            }
            found->level = 3;
            config = found;
        }
        pthread_mutex_unlock(&lock);
    }
    return found;
}

static void *work(void *unused) {
    get();
    return unused;
}

int main(void) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, work, NULL) != 0) {
        return 1;
    }
    int level = get()->level;
    pthread_join(thread, NULL);
    free(config);
    return level == 3 ? 0 : 1;
}

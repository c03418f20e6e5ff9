// The thread takes for granted that main has published the settings when it comes to run.
// lost with: --interleavings off
#include <pthread.h>

struct settings {
    int level;
};

static struct settings defaults = {3};
static struct settings *current;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *level) {
    pthread_mutex_lock(&lock);
    *(int *)level = current->level; // expect: null-dereference
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    int level = 0;
    pthread_t thread;
    if (pthread_create(&thread, NULL, work, &level) != 0) return 1;
    pthread_mutex_lock(&lock);
    current = &defaults;
    pthread_mutex_unlock(&lock);
    pthread_join(thread, NULL);
    return level;
}

// The thread waits until main has published the settings.
#include <pthread.h>

struct settings {
    int level;
};

static struct settings defaults = {3};
static struct settings *current;
static pthread_cond_t published = PTHREAD_COND_INITIALIZER;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *level) {
    pthread_mutex_lock(&lock);
    while (!current) pthread_cond_wait(&published, &lock);
    *(int *)level = current->level;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    int level = 0;
    pthread_t thread;
    if (pthread_create(&thread, NULL, work, &level) != 0) return 1;
    pthread_mutex_lock(&lock);
    current = &defaults;
    pthread_cond_signal(&published);
    pthread_mutex_unlock(&lock);
    pthread_join(thread, NULL);
    return level;
}

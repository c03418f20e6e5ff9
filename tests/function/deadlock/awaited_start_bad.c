// A function waits for a thread that it starts itself, which wakes no thread. Another waits for
// threads that only its callers know.
#include <pthread.h>

struct gate {
    pthread_mutex_t lock;
    pthread_cond_t opened;
    int is_open;
};

void wait_at(struct gate *gate) {
    pthread_mutex_lock(&gate->lock);
    while (!gate->is_open)
        pthread_cond_wait(&gate->opened, &gate->lock);
    pthread_mutex_unlock(&gate->lock);
}

static void *open_it(void *argument) {
    struct gate *gate = argument;
    pthread_mutex_lock(&gate->lock);
    gate->is_open = 1;
    pthread_mutex_unlock(&gate->lock);
    return NULL;
}

int start(void) {
    struct gate gate = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0};
    pthread_t thread;
    if (pthread_create(&thread, NULL, open_it, &gate) != 0)
        return -1;
    pthread_mutex_lock(&gate.lock);
    while (!gate.is_open)
        pthread_cond_wait(&gate.opened, &gate.lock); // expect: deadlock
    pthread_mutex_unlock(&gate.lock);
    return pthread_join(thread, NULL);
}

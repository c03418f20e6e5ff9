// Workers take tasks from a list under a lock and count results.
#include <pthread.h>
#include <stdlib.h>

#define WORKERS 2

struct task {
    int input;
    int output;
    struct task *next;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t more = PTHREAD_COND_INITIALIZER;
static struct task *tasks;
static int closing;
static int last;

static void *worker(void *unused) {
    for (;;) {
        pthread_mutex_lock(&lock);
        while (!tasks && !closing) {
            pthread_cond_wait(&more, &lock);
        }
        struct task *task = tasks;
        if (!task) {
            pthread_mutex_unlock(&lock);
            return unused;
        }
        tasks = task->next;
        pthread_mutex_unlock(&lock);
        task->output = task->input * 2;
        pthread_mutex_lock(&lock);
        last = task->input;
        pthread_mutex_unlock(&lock);
    }
}

int main(void) {
    static struct task all[3];
    pthread_t threads[WORKERS];
    int made = 0;
    while (made < WORKERS && pthread_create(&threads[made], NULL, worker, NULL) == 0) {
        made++;
    }
    for (int i = 0; i < 3; i++) {
        all[i].input = i;
        pthread_mutex_lock(&lock);
        all[i].next = tasks;
        tasks = &all[i];
        pthread_cond_signal(&more);
        pthread_mutex_unlock(&lock);
    }
    pthread_mutex_lock(&lock);
    closing = 1;
    pthread_cond_broadcast(&more);
    pthread_mutex_unlock(&lock);
    for (int i = 0; i < made; i++) {
        pthread_join(threads[i], NULL);
    }
    return last;
}

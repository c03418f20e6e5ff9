// The builtins that work on plain variables.
#include <pthread.h>
#include <stddef.h>

static int jobs;

static void *work(void *unused) {
    __atomic_add_fetch(&jobs, 1, __ATOMIC_ACQ_REL);
    return unused;
}

int main(void) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, work, NULL) != 0) {
        return 1;
    }
    work(NULL);
    pthread_join(thread, NULL);
    return jobs == 2 ? 0 : 1;
}

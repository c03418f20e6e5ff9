// A thread waits for a signal before it looks why it came.
#include <pthread.h>
#include <signal.h>
#include <stddef.h>

static int reason;

static void *watch(void *set) {
    int signal;
    if (sigwait(set, &signal) != 0) {
        return NULL;
    }
    return reason == 3 ? set : NULL;
}

int main(void) {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    pthread_t thread;
    if (pthread_create(&thread, NULL, watch, &set) != 0) {
        return 1;
    }
    pthread_kill(thread, SIGUSR1);
    reason = 3; // expect: data-race
    pthread_join(thread, NULL);
    return 0;
}

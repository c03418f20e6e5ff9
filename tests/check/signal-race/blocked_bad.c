// A signal that is blocked does not come, and comes when it is let in.
#include <signal.h>
#include <stdlib.h>

static int *count;

static void on_signal(int number) {
    if (count != NULL) {
        *count = number;
    }
}

int main(void) {
    count = malloc(sizeof *count);
    if (count == NULL) {
        return 1;
    }
    *count = 0;
    signal(SIGINT, on_signal);
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGTERM);
    sigprocmask(SIG_BLOCK, &set, NULL);
    free(count); // expect: signal-race
    count = NULL;
    sigprocmask(SIG_UNBLOCK, &set, NULL);
    return 0;
}

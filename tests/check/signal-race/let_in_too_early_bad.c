// A blocked signal is let in before the pointer is cleared, or afterwards.
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
    sigaddset(&set, SIGINT);
    sigprocmask(SIG_BLOCK, &set, NULL);
    free(count);
    sigprocmask(SIG_UNBLOCK, &set, NULL); // expect: signal-race
    count = NULL;
    return 0;
}

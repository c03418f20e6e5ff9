// One handler for several signals: what it does for one of them matters only if it is installed for that.
#include <signal.h>
#include <stdio.h>

static volatile sig_atomic_t stop;

static void on_signal(int number) {
    if (number == SIGTERM) {
        printf("terminated\n"); // expect: signal-unsafe-call
    } else {
        stop = 1;
    }
}

int main(void) {
    signal(SIGTERM, on_signal);
    return stop;
}

// One handler for several signals: what it does for one of them matters only if it is installed for that.
#include <signal.h>
#include <stdio.h>

static volatile sig_atomic_t stop;

static void on_signal(int number) {
    if (number == SIGTERM) {
        printf("terminated\n");
    } else {
        stop = 1;
    }
}

int main(void) {
    signal(SIGINT, on_signal);
    return stop;
}

// A flag that the handler of a signal sets.
#include <signal.h>
#include <stdio.h>

static int stop;

static void handle(int signal) {
    stop = signal;
}

int main(void) {
    if (signal(SIGINT, handle) == SIG_ERR)
        return 1;
    while (stop == 0)
        ;
    handle(0);
    puts("stopped");
    return 0;
}

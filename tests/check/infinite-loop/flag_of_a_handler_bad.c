// A flag that the handler of a signal sets.
#include <signal.h>
#include <stdio.h>

static int stop;

static void handle(int signal) {
    stop = signal;
}

int main(void) {
    while (stop == 0) // expect: infinite-loop
        ;
    handle(0);
    puts("stopped");
    return 0;
}

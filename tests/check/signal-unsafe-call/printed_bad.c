// A handler says something: with a stream that the signal may have interrupted, or without.
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

static void on_interrupt(int number) {
    (void)number;
    puts("interrupted"); // expect: signal-unsafe-call
}

int main(void) {
    signal(SIGINT, on_interrupt);
    for (int i = 0; i < 3; i++) {
        puts("working");
    }
    return 0;
}

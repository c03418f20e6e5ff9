// A flag tells the handler whether it may look: it is taken back in time, or too late.
#include <signal.h>
#include <stdlib.h>

static volatile sig_atomic_t ready;
static char *buffer;

static void on_signal(int number) {
    if (ready) {
        buffer[0] = 'x';
    }
}

int main(void) {
    signal(SIGUSR2, on_signal);
    buffer = malloc(16);
    if (buffer == NULL) {
        return 1;
    }
    ready = 1;
    free(buffer); // expect: signal-race
    ready = 0;
    return 0;
}

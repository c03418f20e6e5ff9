// The handler is removed before what it uses is freed, or afterwards.
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
    free(count); // expect: signal-race
    signal(SIGINT, SIG_DFL);
    count = NULL;
    return 0;
}

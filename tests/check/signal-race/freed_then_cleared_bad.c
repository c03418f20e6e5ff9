// A pointer that a handler follows is cleared when its block is gone, or before.
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
    count = NULL;
    return 0;
}

// How many items there are is told before they are there, or afterwards.
#include <signal.h>
#include <stdlib.h>

static int *items;
static unsigned used;
static volatile sig_atomic_t last;

static void on_signal(int number) {
    if (used > 0) {
        last = items[used - 1];
    }
}

static int *make(unsigned count) {
    int *made = malloc(count * sizeof *made);
    if (made == NULL) {
        exit(1);
    }
    for (unsigned i = 0; i < count; i++) {
        made[i] = 0;
    }
    return made;
}

int main(void) {
    items = make(2);
    used = 2;
    signal(SIGUSR1, on_signal);
    int *more = make(4);
    int *old = items;
    items = more;
    used = 4;
    free(old);
    signal(SIGUSR1, SIG_IGN);
    free(items);
    return last;
}

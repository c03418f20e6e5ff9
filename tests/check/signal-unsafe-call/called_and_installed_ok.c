// What prints may be called, and must not be installed.
#include <signal.h>
#include <stdio.h>

static volatile sig_atomic_t seen;

static void show(int number) {
    printf("signal %d\n", number);
}

static void keep(int number) {
    seen = number;
}

int main(void) {
    signal(SIGALRM, keep);
    keep(0);
    show(seen);
    return 0;
}

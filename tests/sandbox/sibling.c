/* A process that does nothing, and on which it shows what others do to it: signals stay pending. */
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

static volatile char variable[4096];

int main(void) {
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, 0);
    printf("%p\n", (void *)variable);
    fflush(stdout);
    for (;;) sleep(1000);
}

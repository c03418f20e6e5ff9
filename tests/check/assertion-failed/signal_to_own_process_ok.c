// A handler has run when the call returns by which a process signals itself; where the signal is ignored, none has.
#include <assert.h>
#include <signal.h>
#include <unistd.h>

static volatile sig_atomic_t flag;

static void handle(int signal) {
    flag = 1;
}

int main(void) {
    if (signal(SIGUSR1, SIG_IGN) == SIG_ERR || signal(SIGUSR1, handle) == SIG_ERR)
        return 1;
    if (kill(getpid(), SIGUSR1))
        return 1;
    assert(flag);
    return 0;
}

// A signal that a process sends to itself comes at once.
// native: -O0; -O2
#include <assert.h>
#include <signal.h>
#include <unistd.h>

static volatile sig_atomic_t flag;

static void handle(int signal) {
    flag = 1;
}

int main(void) {
    if (signal(SIGUSR1, handle) == SIG_ERR || kill(getpid(), SIGUSR1))
        return 1;
    if (flag)
        assert(!"it came");
    assert(!"it did not");
    return 0;
}

// A signal handler that raises its own signal without end.
#define _GNU_SOURCE
#include <signal.h>
static void again(int s) {
    raise(s); // expect: uncontrolled-recursion
}
int main(void) {
    struct sigaction a = {0};
    a.sa_handler = again;
    a.sa_flags = SA_NODEFER;
    sigaction(SIGUSR1, &a, 0);
    raise(SIGUSR1);
    return 0;
}

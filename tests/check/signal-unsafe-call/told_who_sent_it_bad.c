// A handler that takes three arguments tells the system's log of the sender.
#include <signal.h>
#include <string.h>
#include <syslog.h>

static volatile sig_atomic_t sender;

static void on_user(int number, siginfo_t *info, void *context) {
    (void)number;
    (void)context;
    syslog(LOG_INFO, "from %d", (int)info->si_pid); // expect: signal-unsafe-call
}

int main(void) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_sigaction = on_user;
    action.sa_flags = SA_SIGINFO;
    sigaction(SIGUSR2, &action, NULL);
    return (int)sender;
}

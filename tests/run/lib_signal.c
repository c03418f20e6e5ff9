// Signals raised by the program itself: handlers, ignoring, sigaction, masks and siglongjmp.
// flags: -D_GNU_SOURCE
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

static volatile sig_atomic_t seen, last;
static sigjmp_buf back;

static void handler(int sig) {
    seen++;
    last = sig;
}
static void info_handler(int sig, siginfo_t *si, void *ctx) {
    (void)ctx;
    seen += 10;
    last = si->si_signo == sig ? sig : -1;
}
static void jumper(int sig) { siglongjmp(back, sig); }

int main(void) {
    printf("%d\n", signal(SIGUSR1, handler) == SIG_DFL);
    printf("%d ", raise(SIGUSR1));
    raise(SIGUSR1);
    printf("%d %d\n", (int)seen, last == SIGUSR1);
    printf("%d\n", signal(SIGUSR1, SIG_IGN) == handler);
    raise(SIGUSR1);
    printf("%d\n", (int)seen);
    struct sigaction sa, old;
    memset(&sa, 0, sizeof sa);
    sa.sa_sigaction = info_handler;
    sa.sa_flags = SA_SIGINFO;
    sigemptyset(&sa.sa_mask);
    printf("%d ", sigaction(SIGTERM, &sa, &old));
    printf("%d\n", old.sa_handler == SIG_DFL);
    raise(SIGTERM);
    printf("%d %d\n", (int)seen, last == SIGTERM);
    sigset_t set, prev, pend;
    sigemptyset(&set);
    sigaddset(&set, SIGTERM);
    printf("%d %d\n", sigismember(&set, SIGTERM), sigismember(&set, SIGINT));
    sigprocmask(SIG_BLOCK, &set, &prev);
    raise(SIGTERM);
    sigpending(&pend);
    printf("blocked %d pending %d\n", (int)seen, sigismember(&pend, SIGTERM));
    sigprocmask(SIG_SETMASK, &prev, NULL);
    printf("delivered %d\n", (int)seen);
    signal(SIGINT, jumper);
    int r = sigsetjmp(back, 1);
    if (!r) {
        raise(SIGINT);
        puts("not reached");
    }
    printf("%d\n", r == SIGINT);
    return (int)seen;
}

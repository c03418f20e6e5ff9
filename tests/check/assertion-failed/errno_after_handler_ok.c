// `pause` sets `errno` after the handler has run.
#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <unistd.h>

static void handle(int number) {
    (void)number;
    errno = 0;
}

int main(void) {
    signal(SIGALRM, handle);
    alarm(1);
    pause();
    assert(errno == EINTR);
    return 0;
}

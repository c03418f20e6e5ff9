// What the handler leaves in `errno` is lost.
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
    assert(errno == 0); // expect: assertion-failed
    return 0;
}

// `pause` comes back when a handler has run.
#include <assert.h>
#include <signal.h>
#include <unistd.h>

static volatile sig_atomic_t came;

static void handler(int number) {
    came = number;
}

int main(void) {
    signal(SIGINT, handler);
    signal(SIGTERM, handler);
    while (!came)
        pause();
    assert(came == SIGINT); // expect: assertion-failed
    return 0;
}

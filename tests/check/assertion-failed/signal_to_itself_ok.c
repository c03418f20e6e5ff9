// A process may signal itself; whether another one is there is not known.
#include <assert.h>
#include <signal.h>
#include <unistd.h>

int main(void) {
    assert(kill(getpid(), 99) == -1);
    assert(kill(getpid(), 0) == 0);
    return 0;
}

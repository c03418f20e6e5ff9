// Nothing comes after a signal that kills, be it sent to the process or to its group; to look whether one could be sent does nothing.
#include <assert.h>
#include <signal.h>
#include <unistd.h>

int main(int argc, char **argv) {
    if (argc > 1)
        kill(0, 0);
    else
        kill(getpid(), SIGKILL);
    assert(0); // expect: assertion-failed
    return 0;
}

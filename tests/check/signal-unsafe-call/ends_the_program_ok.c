// A handler ends the program: in order, with all that others left to do, or at once.
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

static void on_terminate(int number) {
    _exit(128 + number);
}

int main(void) {
    struct sigaction action = {0};
    action.sa_handler = on_terminate;
    if (sigaction(SIGTERM, &action, NULL) != 0) {
        return 1;
    }
    sleep(1);
    return 0;
}

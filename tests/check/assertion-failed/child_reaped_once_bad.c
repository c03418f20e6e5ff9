// The alarm of the parent goes on.
#include <assert.h>
#include <stddef.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
    alarm(10);
    pid_t first = fork();
    if (first < 0)
        return 1;
    if (first == 0)
        _exit(3);
    assert(alarm(0) == 0); // expect: assertion-failed
    if (waitpid(first, NULL, 0) != first)
        return 1;
    return 0;
}

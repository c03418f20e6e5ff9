// A child is waited for once, two that live have two numbers, and neither has the alarm of its parent.
#include <assert.h>
#include <stddef.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
    alarm(10);
    pid_t first = fork();
    if (first < 0)
        return 1;
    if (first == 0) {
        assert(alarm(0) == 0);
        _exit(3);
    }
    pid_t second = fork();
    if (second < 0)
        return 1;
    if (second == 0)
        _exit(0);
    assert(first != second);
    if (waitpid(first, NULL, 0) != first)
        return 1;
    assert(waitpid(first, NULL, 0) == -1);
    return 0;
}

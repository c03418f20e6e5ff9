// There may be no room for another process.
#include <assert.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
    pid_t child = fork();
    if (child < 0)
        return 1;
    assert(child >= 0);
    if (child == 0)
        _exit(0);
    waitpid(child, NULL, 0);
    return 0;
}

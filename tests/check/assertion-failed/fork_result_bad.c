// There may be no room for another process.
#include <assert.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
    pid_t child = fork();
    assert(child >= 0); // expect: assertion-failed
    if (child == 0)
        _exit(0);
    waitpid(child, NULL, 0);
    return 0;
}

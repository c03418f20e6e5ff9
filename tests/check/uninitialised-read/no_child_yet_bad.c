// Where no process has ended yet, waitpid says nothing of one.
#include <stdio.h>
#include <sys/wait.h>

int main(void) {
    int status;
    pid_t child = waitpid(-1, &status, WNOHANG);
    if (child >= 0 && WIFEXITED(status)) // expect: uninitialised-read
        puts("done");
    return 0;
}

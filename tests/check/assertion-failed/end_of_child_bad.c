// How a child ended is told in 16 bits, and never of no child.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>

static int seen[256];

int main(void) {
    int status;
    pid_t child = wait(&status);
    assert(child != 0);
    if (child < 0)
        return 1;
    seen[(unsigned)status >> 8]++;
    assert(WIFEXITED(status) || WIFSIGNALED(status));
    int result = system("/usr/bin/make");
    assert(result <= 0); // expect: assertion-failed
    FILE *list = popen("/bin/ls", "r");
    if (!list)
        return 1;
    assert(pclose(list) != 256); // expect: assertion-failed
    return 0;
}

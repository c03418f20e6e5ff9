// A handler of SIGABRT that returns does not keep the program alive.
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

static void caught(int signal)
{
    printf("caught %d\n", signal);
    fflush(stdout);
}

int main(void)
{
    signal(SIGABRT, caught);
    printf("before\n");
    abort();
}

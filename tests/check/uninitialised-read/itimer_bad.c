// getitimer fills the structure, unless it fails.
#include <stdio.h>
#include <sys/time.h>

int main(void) {
    struct itimerval left;
    getitimer(ITIMER_REAL, &left);
    if (left.it_value.tv_sec > 10) // expect: uninitialised-read
        puts("later");
    return 0;
}

// getitimer fills the structure, unless it fails.
#include <stdio.h>
#include <sys/time.h>

int main(void) {
    struct itimerval left;
    if (getitimer(ITIMER_REAL, &left) != 0)
        return 1;
    if (left.it_value.tv_sec > 10)
        puts("later");
    return 0;
}

// Not more is left of an alarm than it was set to; one that goes on from before the program may be any.
#include <assert.h>
#include <sys/time.h>
#include <unistd.h>

int main(void) {
    alarm(5);
    assert(alarm(9) <= 5);
    struct itimerval left;
    getitimer(ITIMER_REAL, &left);
    assert(left.it_value.tv_sec <= 9 && left.it_interval.tv_sec == 0);
    return 0;
}

// The interval of a timer is not longer than the system can count, and may be that long.
// native: -O0; -O2
#include <assert.h>
#include <limits.h>
#include <sys/time.h>

int main(void) {
    struct itimerval timer = {{LONG_MAX, 0}, {10, 0}};
    if (setitimer(ITIMER_REAL, &timer, 0) || getitimer(ITIMER_REAL, &timer))
        return 1;
    if (timer.it_interval.tv_sec == LONG_MAX)
        assert(!"as it was given");
    if (timer.it_interval.tv_sec > 8589934592)
        assert(!"as long as can be");
    assert(!"shorter");
    return 0;
}

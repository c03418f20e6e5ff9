// A timer that is set to no time is off, and has no interval.
// native: -O0; -O2
#include <assert.h>
#include <stddef.h>
#include <sys/time.h>

int main(void) {
    struct itimerval off = {{5, 0}, {0, 0}}, now;
    setitimer(ITIMER_REAL, &off, NULL);
    if (getitimer(ITIMER_REAL, &now))
        return 1;
    assert(now.it_interval.tv_sec == 5);
    return 0;
}

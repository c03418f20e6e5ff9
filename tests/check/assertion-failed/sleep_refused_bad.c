// A sleep of a thousand million nanoseconds is refused, since that is a second.
#include <assert.h>
#include <time.h>

int main(void)
{
    struct timespec pause = {0, 1000000000};
    int slept = nanosleep(&pause, 0);
    assert(slept == 0); // expect: assertion-failed
    return 0;
}

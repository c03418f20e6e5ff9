// The processor time of a process only grows; how much it is, is unknown.
#include <assert.h>
#include <sys/resource.h>
#include <sys/times.h>
#include <time.h>

int main(void) {
    clock_t first = clock(), second = clock();
    assert(second >= first);
    struct tms a, b;
    clock_t start = times(&a), end = times(&b);
    assert(end >= start && b.tms_utime >= a.tms_utime);
    struct rusage u, v;
    getrusage(RUSAGE_SELF, &u);
    getrusage(RUSAGE_SELF, &v);
    assert(v.ru_utime.tv_sec >= u.ru_utime.tv_sec && v.ru_minflt >= u.ru_minflt);
    return 0;
}

// Some calls fail only where they are called wrongly; asking a terminal may fail.
#include <stdio.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/times.h>
#include <termios.h>
#include <unistd.h>

int main(void) {
    struct itimerval timer;
    getitimer(ITIMER_REAL, &timer);
    struct rusage used;
    getrusage(RUSAGE_SELF, &used);
    struct tms spent;
    times(&spent);
    struct rlimit files;
    getrlimit(RLIMIT_NOFILE, &files);
    if (timer.it_value.tv_sec > 10 || used.ru_maxrss > 5 || spent.tms_utime > 5)
        puts("late");
    if (files.rlim_cur > 100)
        puts("many");
    char host[256];
    gethostname(host, sizeof host);
    if (host[0] == 'x')
        puts(host);
    unsigned char key[16];
    if (getrandom(key, sizeof key, 0) < 0)
        return 1;
    if (key[15] > 3)
        puts("key");
    struct termios terminal;
    if (tcgetattr(0, &terminal) != 0)
        return 1;
    if (terminal.c_lflag & ECHO)
        puts("echo");
    return 0;
}

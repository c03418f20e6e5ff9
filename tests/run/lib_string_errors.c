// strerror of common values, errno set and kept, strsignal and perror-like messages.
// flags: -D_GNU_SOURCE
#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    int codes[] = {0, EPERM, ENOENT, EINTR, EIO, EBADF, ENOMEM, EACCES, EEXIST, ENOTDIR, EISDIR, EINVAL, EDOM, ERANGE, EAGAIN};
    for (unsigned i = 0; i < sizeof codes / sizeof *codes; i++) printf("%d: %s\n", codes[i], strerror(codes[i]));
    char buf[32];
    printf("%s\n", strerror_r(ENOENT, buf, sizeof buf));
    errno = 0;
    FILE *f = fopen("does-not-exist", "r");
    printf("%d %d\n", f == NULL, errno);
    errno = 77;
    puts("errno survives");
    printf("%d\n", errno);
    errno = 0;
    volatile double neg = -1;
    double r = sqrt(neg);
    printf("%d %d\n", r != r, errno == EDOM);
    errno = 0;
    volatile double big = 1000;
    r = exp(big);
    printf("%g %d\n", r, errno == ERANGE);
    errno = 0;
    volatile double zero = 0;
    r = log(zero);
    printf("%g %d\n", r, errno == ERANGE);
    errno = 0;
    long v = strtol("99999999999999999999", NULL, 10);
    printf("%ld %d\n", v, errno == ERANGE);
    int *loc = &errno;
    *loc = EINVAL;
    printf("%s\n", strerror(errno));
    printf("%s | %s\n", strsignal(SIGINT), strsignal(SIGSEGV));
    printf("%d %d %d\n", ENOENT, EINVAL, ERANGE);
    return errno;
}

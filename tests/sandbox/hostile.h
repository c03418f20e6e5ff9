/* What hostile programs share: system calls past the library, and words that reach the report. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Set by the test: SIBLING, a process of the same user; OUTSIDE, a directory of it; ports and names of sockets. */
#define STRING_OF(x) #x
#define STRING(x) STRING_OF(x)

/* Says what came of a deed: the result, or the error as a negative number. */
long told(const char *what, long result);

#define TRY(what, ...) told(what, syscall(__VA_ARGS__))

static inline long opened(const char *path, int flags) {
    return syscall(SYS_openat, AT_FDCWD, path, flags, 0666);
}

static inline void nap(void) {
    struct { long seconds, nanoseconds; } time = {1000, 0};
    syscall(SYS_nanosleep, &time, 0);
}

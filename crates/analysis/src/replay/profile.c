/* Margay's replay: writes down what a program has covered, however it ends.
 *
 * The program runs in a child that shares its counters. When it is over, the parent writes them
 * to margay.profraw in the working directory, as LLVM's tools read it, and ends in the same way.
 * The compiler's own runtime would write them at exit only, and through functions that the
 * harness stands in for. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* With this here, the runtime does nothing unasked. */
int __llvm_profile_runtime;

extern void *__llvm_profile_begin_counters(void), *__llvm_profile_end_counters(void);
extern uint64_t __llvm_profile_get_size_for_buffer(void);
extern int __llvm_profile_write_buffer(char *);

#ifdef SYS_mmap2
#define MAP SYS_mmap2
#else
#define MAP SYS_mmap
#endif

static char *map(uintptr_t at, size_t size, int flags) {
    return (char *)syscall(MAP, at, size, PROT_READ | PROT_WRITE, flags | MAP_ANONYMOUS, -1, 0L);
}

static void copy(char *to, const char *from, size_t size) {
    for (size_t i = 0; i < size; i++) ((volatile char *)to)[i] = from[i];
}

/* Lets the pages of the counters be those of a child too. What else lies in them the parent does
 * not need any more. */
static int share(void) {
    uintptr_t page = getauxval(AT_PAGESZ), first = (uintptr_t)__llvm_profile_begin_counters() & -page;
    size_t size = (((uintptr_t)__llvm_profile_end_counters() + page - 1) & -page) - first;
    char *kept = map(0, size, MAP_PRIVATE);
    if (kept == MAP_FAILED) return 0;
    copy(kept, (char *)first, size);
    if (map(first, size, MAP_SHARED | MAP_FIXED) == MAP_FAILED) return 0;
    copy((char *)first, kept, size);
    return 1;
}

static void write_profile(void) {
    size_t size = __llvm_profile_get_size_for_buffer(), done = 0;
    char *buffer = map(0, size, MAP_PRIVATE);
    if (buffer == MAP_FAILED || __llvm_profile_write_buffer(buffer)) return;
    long fd = syscall(SYS_openat, AT_FDCWD, "margay.profraw", O_WRONLY | O_CREAT | O_TRUNC, 0644), more;
    while (done < size && (more = syscall(SYS_write, fd, buffer + done, size - done)) > 0) done += more;
    syscall(SYS_close, fd);
}

/* How long the program may take, in pauses of a millisecond and more: less than the parent that waits for
 * this process. */
enum { LONGEST = 6000 };

/* Before the program's own constructors. */
__attribute__((constructor(101))) static void run_in_child(void) {
    if (!share()) return;
    long child = syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
    if (child == 0) {
        syscall(SYS_prctl, PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
        return;
    }
    if (child < 0) return;
    int status = 0;
    struct timespec pause = {.tv_nsec = 1000000};
    for (int waited = 0; syscall(SYS_wait4, child, &status, WNOHANG, 0) != child; waited++) {
        if (waited >= LONGEST) syscall(SYS_kill, child, SIGKILL);
        syscall(SYS_nanosleep, &pause, 0);
    }
    write_profile();
    if (WIFSIGNALED(status)) syscall(SYS_kill, syscall(SYS_getpid), WTERMSIG(status));
    syscall(SYS_exit_group, WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
}

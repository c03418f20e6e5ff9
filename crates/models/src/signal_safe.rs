//! What may be called in a handler of signals, whatever the signal has interrupted.
//!
//! That are the functions that POSIX.1-2017 lists as async-signal-safe; what depends on nothing but its
//! arguments; and plain calls of the system, which keep nothing in the process.

use crate::{Table, atomic, ctype, math, memory, sse, sse_strings, stdlib, string, wchar};

/// Functions that compute, and keep nothing.
const PLAIN: &[Table] = &[
    atomic::MODELS,
    atomic::SIZED,
    ctype::MODELS,
    math::classify::MODELS,
    math::complex::MODELS,
    math::environment::MODELS,
    math::exact::MODELS,
    math::runtime::MODELS,
    math::transcendental::BINARY,
    math::transcendental::MODELS,
    math::transcendental::NEAR,
    math::transcendental::OTHERS,
    memory::MODELS,
    sse::MODELS,
    sse_strings::MODELS,
    stdlib::arithmetic::MODELS,
    stdlib::convert::MODELS,
    string::compare::MODELS,
    string::search::MODELS,
    wchar::ctype::MODELS,
];

// A name in each line would make the lists eight times as long and no easier to read.

/// The list of POSIX.1-2017, in section 2.4.3, in the order of names.
#[rustfmt::skip]
const LISTED: &[&str] = &[
    "_Exit", "_exit", "abort", "accept", "access", "aio_error", "aio_return", "aio_suspend",
    "alarm", "bind", "cfgetispeed", "cfgetospeed", "cfsetispeed", "cfsetospeed", "chdir", "chmod",
    "chown", "clock_gettime", "close", "connect", "creat", "dup", "dup2", "execl", "execle",
    "execv", "execve", "faccessat", "fchdir", "fchmod", "fchmodat", "fchown", "fchownat", "fcntl",
    "fdatasync", "fexecve", "ffs", "fork", "fstat", "fstatat", "fsync", "ftruncate", "futimens",
    "getegid", "geteuid", "getgid", "getgroups", "getpeername", "getpgrp", "getpid", "getppid",
    "getsockname", "getsockopt", "getuid", "htonl", "htons", "kill", "link", "linkat", "listen",
    "longjmp", "lseek", "lstat", "memccpy", "memchr", "memcmp", "memcpy", "memmove", "memset",
    "mkdir", "mkdirat", "mkfifo", "mkfifoat", "mknod", "mknodat", "ntohl", "ntohs", "open",
    "openat", "pause", "pipe", "poll", "posix_trace_event", "pselect", "pthread_kill",
    "pthread_self", "pthread_sigmask", "raise", "read", "readlink", "readlinkat", "recv",
    "recvfrom", "recvmsg", "rename", "renameat", "rmdir", "select", "sem_post", "send", "sendmsg",
    "sendto", "setgid", "setpgid", "setsid", "setsockopt", "setuid", "shutdown", "sigaction",
    "sigaddset", "sigdelset", "sigemptyset", "sigfillset", "sigismember", "siglongjmp", "signal",
    "sigpause", "sigpending", "sigprocmask", "sigqueue", "sigset", "sigsuspend", "sleep",
    "sockatmark", "socket", "socketpair", "stat", "stpcpy", "stpncpy", "strcat", "strchr", "strcmp",
    "strcpy", "strcspn", "strlen", "strncat", "strncmp", "strncpy", "strnlen", "strpbrk", "strrchr",
    "strspn", "strstr", "strtok_r", "symlink", "symlinkat", "tcdrain", "tcflow", "tcflush",
    "tcgetattr", "tcgetpgrp", "tcsendbreak", "tcsetattr", "tcsetpgrp", "time", "timer_getoverrun",
    "timer_gettime", "timer_settime", "times", "umask", "uname", "unlink", "unlinkat", "utime",
    "utimensat", "utimes", "wait", "waitpid", "wcpcpy", "wcpncpy", "wcscat", "wcschr", "wcscmp",
    "wcscpy", "wcscspn", "wcslen", "wcsncat", "wcsncmp", "wcsncpy", "wcsnlen", "wcspbrk", "wcsrchr",
    "wcsspn", "wcsstr", "wcstok", "wmemchr", "wmemcmp", "wmemcpy", "wmemmove", "wmemset", "write",
];

/// Others that are calls of the system and no more, or other names of those above.
#[rustfmt::skip]
const SYSTEM: &[&str] = &[
    "accept4", "bsd_signal", "clock_getres", "clock_nanosleep", "dup3", "eaccess", "euidaccess",
    "flock", "getentropy", "getitimer", "getpgid", "getpriority", "getrandom", "getrlimit",
    "getrusage", "getsid", "gettid", "gettimeofday", "gsignal", "ioctl", "isatty", "killpg",
    "lchown", "madvise", "mlock", "mprotect", "msync", "munlock", "nanosleep", "pipe2", "prctl",
    "pread", "pwrite", "readv", "sched_yield", "setegid", "seteuid", "setitimer", "setjmp",
    "setpriority", "setrlimit", "sigaltstack", "sigandset", "siginterrupt", "sigisemptyset",
    "sigorset", "sigsetjmp", "ssignal", "strlcat", "strlcpy", "syncfs", "sysinfo", "sysv_signal",
    "timespec_get", "truncate", "ualarm", "usleep", "vfork", "wait3", "wait4", "writev",
];

/// Whether a function of the library may be called in a handler.
pub fn is_safe(name: &str) -> bool {
    // What only checks its arguments besides does the same.
    if let Some(checked) = name.strip_prefix("__").and_then(|rest| rest.strip_suffix("_chk")) {
        return is_safe(checked);
    }
    let inner = name.starts_with('_') && !name.starts_with("_IO_");
    let name = name.strip_suffix("64").unwrap_or(name);
    inner
        || name.contains('.')
        || LISTED.binary_search(&name).is_ok()
        || SYSTEM.binary_search(&name).is_ok()
        || PLAIN.iter().any(|table| table.iter().any(|spec| spec.name == name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_in_order() {
        for list in [LISTED, SYSTEM] {
            assert!(list.is_sorted_by(|a, b| a < b));
        }
    }

    #[test]
    fn what_locks_or_keeps_something_is_not_safe() {
        for name in ["printf", "malloc", "free", "exit", "syslog", "__printf_chk", "strtok"] {
            assert!(!is_safe(name), "{name}");
        }
        for name in ["write", "_exit", "sem_post", "sigaction", "open64", "__memcpy_chk", "abs"] {
            assert!(is_safe(name), "{name}");
        }
    }
}

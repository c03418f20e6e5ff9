//! Which numbers a function of the library can answer with: one table for the models and for the replay.
//!
//! A model offers no answer that is not in it, and the replay injects none. A finding whose input has such an answer is
//! not confirmed, whatever the program does with it.
//!
//! Answers that depend on arguments (no more bytes are read than were asked for) are narrower than their range here; the
//! harness of the replay, which has the arguments, looks at those.

use super::outcomes::{self, OUTCOMES};
use std::ops::RangeInclusive;

/// Whether a function can answer with a number. Of functions that the library does not have nothing is known.
pub fn can_be(function: &str, number: i64) -> bool {
    range(function).is_none_or(|range| range.contains(&number))
}

/// The numbers that a function of the library answers with.
pub fn range(function: &str) -> Option<RangeInclusive<i64>> {
    let function = crate::functions::locked(function);
    let outcome = OUTCOMES.iter().find(|outcome| outcome.name == function);
    let outcome = outcome.map(outcomes::Outcome::range);
    outcome.or_else(|| {
        let listed = RANGES.iter().find(|(_, names)| names.contains(&function));
        listed.map(|(range, _)| range.clone())
    })
}

const INT: i64 = i32::MAX as i64;

/// Of functions that have models of their own. What may fail and gives no number is told by one bit, 0 or 1.
#[rustfmt::skip]
const RANGES: &[(RangeInclusive<i64>, &[&str])] = &[
    (-1..=0, &[
        "bind", "close", "closedir", "connect", "fclose", "fdatasync", "fflush", "fgetpos", "fgetpos64", "fseek",
        "fseeko", "fseeko64", "fsetpos", "fsetpos64", "fsync",
        "ftruncate", "ftruncate64", "listen", "setsockopt", "setvbuf", "shutdown",
    ]),
    (0..=1, &[
        "__freadable", "__freading", "__fwritable", "__fwriting", "accept", "accept4", "creat", "creat64", "dup",
        "fdopen", "fdopendir", "feof", "ferror", "fopen", "fopen64", "freopen", "freopen64", "mkostemp", "mkostemp64",
        "mkstemp", "mkstemp64", "open", "open64", "openat", "openat64", "opendir", "pipe", "pipe2", "popen", "socket",
        "socketpair", "tmpfile", "tmpfile64",
    ]),
    (0..=512, &["__flbf"]),
    (-1..=255, &["_IO_putc", "fputc", "putc", "putchar"]),
    // How a command ended.
    (-1..=0xffff, &["pclose", "system"]),
    (-1..=INT, &[
        "dprintf", "fprintf", "fputs", "printf", "puts", "vdprintf", "vfprintf", "vprintf",
    ]),
    (-1..=i64::MAX, &[
        "ftell", "ftello", "ftello64", "lseek", "lseek64", "pread", "pread64", "read", "readlink", "recv", "recvfrom",
        "send", "sendto", "write",
    ]),
    (0..=i64::MAX, &["clock", "fread", "fwrite", "time"]),
    (0..=INT, &["lrand48", "nrand48", "rand", "rand_r", "random"]),
    (i32::MIN as i64..=INT, &["jrand48", "mrand48"]),
    (0..=u32::MAX as i64, &["arc4random"]),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_is_refused() {
        for (function, number) in
            [("ferror_unlocked", -1), ("fclose", 7), ("stat", 1), ("read", -2), ("umask", 0o1000)]
        {
            assert!(!can_be(function, number), "{function}() = {number}");
        }
        for (function, number) in [("ferror", 1), ("fclose", -1), ("getpriority", -20), ("f", 99)] {
            assert!(can_be(function, number), "{function}() = {number}");
        }
    }

    /// What the manual pages name, as far as it is no number of the program's own.
    #[test]
    fn ranges_are_those_of_the_manual() {
        let of = |name| range(name).expect("the table has it");
        for name in ["stat", "rename", "kill", "fflush", "clock_gettime", "getrusage"] {
            assert_eq!(of(name), -1..=0, "{name}");
        }
        assert_eq!(of("isatty"), 0..=1);
        assert_eq!(of("fputc"), -1..=255);
        assert_eq!(of("timespec_get"), 0..=1);
        assert_eq!(of("execv"), -1..=-1);
    }
}

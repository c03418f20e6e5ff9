//! Which numbers a function of the library can answer with, for the models and for the replay: `answers` in its record.
//!
//! A model offers no answer that is not there, and the replay injects none. What may fail and gives no number is told by
//! one bit, 0 or 1. A finding whose input has such an answer is not confirmed, whatever the program does with it.
//!
//! Answers that depend on arguments (no more bytes are read than were asked for) are narrower than their range here; the
//! harness of the replay, which has the arguments, looks at those.

use std::ops::RangeInclusive;

/// Whether a function can answer with a number. Of functions that the library does not have nothing is known.
pub fn can_be(function: &str, number: i64) -> bool {
    range(function).is_none_or(|range| range.contains(&number))
}

/// The numbers that a function of the library answers with.
pub fn range(function: &str) -> Option<RangeInclusive<i64>> {
    let (first, last) = crate::function(function)?.range?;
    Some(first..=last)
}

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

//! Limits that stood in the way of more, as data within a sentence.
//!
//! Invariant: who finds that a limit was reached says which one, and not what a user calls it. The sentence has the
//! limit's mark, as [`limit!`](crate::limit!) gives it, and who shows it to a user fills in the name of an option.

use std::borrow::Cow;

/// What ends work, bounds what a program is given or may do, or what is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    Steps,
    Paths,
    Queries,
    Time,
    Memory,
    /// How often a loop makes another iteration that the input chooses.
    Loop,
    /// How deep a recursion is that the input chooses.
    Depth,
    /// How many arguments a program is given, and how long they are.
    Arguments,
    /// How much standard input a program is given.
    Stdin,
    /// Which files it is given, and how much is in them.
    Files,
    /// Which orders of turns of threads are tried.
    Interleavings,
    /// What a replayed program is kept from.
    Confinement,
    /// Whether what is not certain is shown.
    Possible,
}

/// The mark of a limit, as a part of a literal: `concat!("steps (", limit!(steps), ")")`.
#[macro_export]
macro_rules! limit {
    (steps) => {
        "{limit:steps}"
    };
    (paths) => {
        "{limit:paths}"
    };
    (queries) => {
        "{limit:queries}"
    };
    (time) => {
        "{limit:time}"
    };
    (memory) => {
        "{limit:memory}"
    };
    (loop) => {
        "{limit:loop}"
    };
    (depth) => {
        "{limit:depth}"
    };
    (arguments) => {
        "{limit:arguments}"
    };
    (stdin) => {
        "{limit:stdin}"
    };
    (files) => {
        "{limit:files}"
    };
    (interleavings) => {
        "{limit:interleavings}"
    };
    (confinement) => {
        "{limit:confinement}"
    };
    (possible) => {
        "{limit:possible}"
    };
}

impl Limit {
    pub const ALL: [Limit; 13] = [
        Limit::Steps,
        Limit::Paths,
        Limit::Queries,
        Limit::Time,
        Limit::Memory,
        Limit::Loop,
        Limit::Depth,
        Limit::Arguments,
        Limit::Stdin,
        Limit::Files,
        Limit::Interleavings,
        Limit::Confinement,
        Limit::Possible,
    ];

    /// What stands for it in a sentence.
    pub const fn mark(self) -> &'static str {
        match self {
            Limit::Steps => limit!(steps),
            Limit::Paths => limit!(paths),
            Limit::Queries => limit!(queries),
            Limit::Time => limit!(time),
            Limit::Memory => limit!(memory),
            Limit::Loop => limit!(loop),
            Limit::Depth => limit!(depth),
            Limit::Arguments => limit!(arguments),
            Limit::Stdin => limit!(stdin),
            Limit::Files => limit!(files),
            Limit::Interleavings => limit!(interleavings),
            Limit::Confinement => limit!(confinement),
            Limit::Possible => limit!(possible),
        }
    }
}

/// A sentence with the names of limits in place of their marks.
pub fn named(text: &str, name: fn(Limit) -> &'static str) -> Cow<'_, str> {
    let mut text = Cow::Borrowed(text);
    for limit in Limit::ALL {
        if text.contains(limit.mark()) {
            text = Cow::Owned(text.replace(limit.mark(), name(limit)));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_filled_in() {
        let name = |limit| match limit {
            Limit::Steps => "--steps",
            _ => "another",
        };
        let check = |text: &str, expected: &str| assert_eq!(named(text, name), expected);
        check(concat!("steps (", limit!(steps), ")"), "steps (--steps)");
        check(
            concat!(limit!(time), " and ", limit!(steps), limit!(steps)),
            "another and --steps--steps",
        );
        check("{limit:tyres}", "{limit:tyres}");
        assert!(matches!(named("no limit", name), Cow::Borrowed(_)));
    }

    #[test]
    fn every_limit_has_a_mark_of_its_own() {
        for (index, limit) in Limit::ALL.iter().enumerate() {
            assert!(Limit::ALL[..index].iter().all(|other| other.mark() != limit.mark()));
        }
    }
}

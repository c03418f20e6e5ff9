//! Small words that several pages say.

use margay_ir::finding::{OmissionKind, Reach};
use std::collections::BTreeMap;

/// A text that begins as a sentence does; one that begins with code is left alone.
pub(super) fn sentence(text: &str) -> String {
    let mut chars = text.chars();
    match chars.next() {
        Some(first) => first.to_uppercase().collect::<String>() + chars.as_str(),
        None => String::new(),
    }
}

/// What a file is called without its directories.
pub(super) fn last_name(name: &str) -> &str {
    name.rsplit('/').next().unwrap_or(name)
}

/// What it means for a reader that something was left out, and what to do about it.
pub(super) fn meaning(kind: OmissionKind) -> &'static str {
    match kind {
        OmissionKind::CutLoop => {
            "Loops that the input keeps going were followed for some rounds. What happens after \
             more of them is not known; --max-loop follows more."
        }
        OmissionKind::CutRecursion => {
            "Functions that call themselves were followed to some depth; --max-depth follows \
             them deeper."
        }
        OmissionKind::Budget => {
            "Paths were given up here because a limit was reached. The limit is named; a larger \
             one follows more of them."
        }
        OmissionKind::Undecided => {
            "The solver could not tell whether these can happen, so nothing is said of what \
             lies behind them."
        }
        OmissionKind::UnknownFunction => {
            "These have no body here and Margay has no model of them: they may return anything, \
             and what else they do is not known."
        }
        OmissionKind::Possible => {
            "These depend on unknown callers, or on loops whose iterations were not counted; \
             --possible shows them."
        }
        OmissionKind::Input => "The program was given no more input than this.",
        OmissionKind::Turns => "Threads can run in other orders than those that were tried.",
        OmissionKind::Addresses => {
            "What happens depends on where objects lie in memory, beyond what C promises. One \
             placement was followed, and others are possible."
        }
        OmissionKind::Assumed => "This was taken for granted, and may not hold.",
        OmissionKind::Unsupported => "Margay cannot do this yet.",
        OmissionKind::Unreadable => "These could not be read, and nothing is said of them.",
        OmissionKind::Failed => {
            "Margay itself failed here. What it had found of it before is reported, the rest is \
             not known."
        }
    }
}

/// How many lines of a file there are of each kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct LineCounts {
    pub reached: u64,
    pub partly: u64,
    pub cut: u64,
    pub never: u64,
}

impl LineCounts {
    pub fn of(lines: &BTreeMap<u32, Reach>) -> LineCounts {
        let number = |reach: Reach| lines.values().filter(|line| **line == reach).count() as u64;
        LineCounts {
            reached: number(Reach::Reached),
            partly: number(Reach::Partly),
            cut: number(Reach::Cut),
            never: number(Reach::Never),
        }
    }

    pub fn join(self, other: LineCounts) -> LineCounts {
        LineCounts {
            reached: self.reached + other.reached,
            partly: self.partly + other.partly,
            cut: self.cut + other.cut,
            never: self.never + other.never,
        }
    }

    pub fn all(self) -> u64 {
        self.reached + self.partly + self.cut + self.never
    }

    /// Lines that some path came to.
    pub fn come_to(self) -> u64 {
        self.all() - self.never
    }

    /// The share of lines that some path came to, rounded down: 100 means all.
    pub fn percent(self) -> u64 {
        (self.come_to() * 100).checked_div(self.all()).unwrap_or(100)
    }
}

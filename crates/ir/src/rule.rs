//! Rules: what is known of a class of defects before any program is seen.
//!
//! A rule's record is plain data, and all that others need to deal with the rule: a replay, the judge of
//! other tools' alerts, reports and editors ask the record and never compare names. What a rule does not
//! state has the value of [`Rule::BLANK`].

use crate::finding::Severity;

/// A class of defects that Margay reports.
#[derive(Debug, PartialEq, Eq)]
pub struct Rule {
    /// As reports and suppressions name it, for instance `use-after-free`.
    pub name: &'static str,
    /// One line, without a full stop: what is reported.
    pub summary: &'static str,
    pub severity: Severity,
    /// The weaknesses of the Common Weakness Enumeration that it may report.
    pub cwe: &'static [u32],
    /// What a native run shows of it; `None` if no sanitizer sees it.
    pub native: Option<Native>,
    /// What becomes of a path on which it happens.
    pub then: Then,
    /// Something is lost: what counts is where that was made and who loses it, not the line alone.
    pub is_leak: bool,
    /// Markdown: what is reported, why it is bad, an example and its repair.
    pub explanation: &'static str,
}

impl Rule {
    /// A rule of which nothing is known, for the fields that a rule leaves out: no sanitizer sees it.
    pub const BLANK: Rule = Rule {
        name: "",
        summary: "",
        severity: Severity::Error,
        cwe: &[],
        native: None,
        then: Then::Anything,
        is_leak: false,
        explanation: "",
    };
}

/// What becomes of a path after a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Then {
    /// The behaviour is undefined, or the search goes on only with what is fine: what the program may do
    /// afterwards is not explored.
    Anything,
    /// The finding is noted, and the path goes on as the program does.
    GoesOn,
    /// The program ends.
    Ends,
}

/// What a native run has to show of a rule for a finding to be confirmed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Native {
    /// Who sees it.
    pub by: Witness,
    /// Words of sanitizers, one of which must be in their report.
    pub kinds: &'static [&'static str],
    /// Whether they see it whenever it happens.
    pub is_certain: bool,
    /// Whether any frame of the report will do, not only the top one.
    pub in_any_frame: bool,
    /// Whether an access must be to the first pages, where null points.
    pub near_null: bool,
}

impl Native {
    /// A leak. The sanitizer is told to look for those only where one is claimed.
    pub const LEAK: &'static str = "leak";
    /// An allocation that is too large. It ends the program only where it is claimed.
    pub const TOO_BIG: &'static str = "allocation-size-too-big";

    /// They see it whenever it happens.
    pub const fn always(by: Witness, kinds: &'static [&'static str]) -> Native {
        Native { by, kinds, is_certain: true, in_any_frame: false, near_null: false }
    }

    /// They need not see it when it happens.
    pub const fn sometimes(by: Witness, kinds: &'static [&'static str]) -> Native {
        Native { is_certain: false, ..Native::always(by, kinds) }
    }
}

/// Who sees what a native run does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Witness {
    /// Sanitizers of addresses, leaks and undefined behaviour.
    Addresses,
    /// The same, and that of arithmetic which is defined, but hardly meant.
    Wrapping,
    /// The sanitizer of memory that was never written.
    Memory,
    /// The harness, which leads threads and is told what they do.
    Threads,
    /// The same, where two threads must come together at what both access.
    MeetingThreads,
    /// A breakpoint.
    Breakpoint,
}

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
    /// Which alerts of other tools may mean it.
    pub alerts: Alerts,
    /// Edits that may mend it, in the order in which they are tried.
    pub fixes: &'static [QuickFix],
    /// What becomes of a path on which it happens.
    pub then: Then,
    /// Something is lost: what counts is where that was made and who loses it, not the line alone.
    pub is_leak: bool,
    /// Markdown: what is reported, why it is bad, an example and its repair.
    pub explanation: &'static str,
}

impl Rule {
    /// A rule of which nothing is known, for the fields that a rule leaves out: no sanitizer sees it, no other
    /// tool warns of it, and no edit mends it.
    pub const BLANK: Rule = Rule {
        name: "",
        summary: "",
        severity: Severity::Error,
        cwe: &[],
        native: None,
        alerts: Alerts::NONE,
        fixes: &[],
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

/// What tells that an alert of another tool means a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Alerts {
    /// What other tools call it, in lists that rules may share.
    pub tool_rules: &'static [&'static [ToolRule]],
    /// Weaknesses that it answers for where an alert is of a tool, or of a rule of one, that no record names.
    pub weaknesses: &'static [u32],
    /// An address that is wrong is judged where it is used, and not where it is made.
    pub judged_where_used: bool,
    /// A tool may name the first line of a statement, and mean another one.
    pub named_at_start: bool,
}

impl Alerts {
    /// No other tool warns of it.
    pub const NONE: Alerts = Alerts {
        tool_rules: &[],
        weaknesses: &[],
        judged_where_used: false,
        named_at_start: false,
    };
}

/// A tool whose alerts are known by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Tool {
    /// The analyser of clang.
    Clang,
    /// The analyser of gcc, and those of its warnings that name a fault.
    Gcc,
    Cppcheck,
    /// Its queries are about patterns: what they warn of is often less than certain.
    CodeQl,
}

/// A rule of another tool that may mean one of ours. Of those that fit an alert, the one with the longest
/// name counts, then the one with the longest words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ToolRule {
    pub tool: Tool,
    /// Its name, or how that begins: tools put variants after a name (`nullPointerRedundantCheck`, `ArrayBoundV2`).
    pub name: &'static str,
    /// What the alert's message must have in it.
    pub words: &'static str,
    /// Margay reports whatever the tool's rule means, if it happens. Otherwise the tool warns of more.
    pub is_whole: bool,
    pub kind: AlertKind,
}

/// How a finding is told to be the one that an alert means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AlertKind {
    /// It stands at the alert's line.
    Fault,
    /// The same, and the tool means a read, whatever becomes of the value.
    Read,
    /// It is about what the alert's path allocates or opens.
    Leak,
}

impl Tool {
    /// A rule of the tool that means no more than ours.
    pub const fn whole(self, name: &'static str) -> ToolRule {
        ToolRule { tool: self, name, words: "", is_whole: true, kind: AlertKind::Fault }
    }

    /// A rule of the tool that warns of more than ours.
    pub const fn part(self, name: &'static str) -> ToolRule {
        ToolRule { is_whole: false, ..self.whole(name) }
    }
}

impl ToolRule {
    /// Only where the message has these words in it.
    pub const fn saying(self, words: &'static str) -> ToolRule {
        ToolRule { words, ..self }
    }

    pub const fn about_read(self) -> ToolRule {
        ToolRule { kind: AlertKind::Read, ..self }
    }

    pub const fn about_loss(self) -> ToolRule {
        ToolRule { kind: AlertKind::Leak, ..self }
    }
}

/// An edit that may mend a finding, by the text around it. It is a guess: an editor offers it only once the
/// edited text was analysed and has the finding no more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QuickFix {
    /// A value for the variable that is read, where it is declared.
    Initialise,
    /// A way out where a call has failed: the one at which the finding has a note that ends so.
    LeaveIfFailed { note: &'static str },
    /// A way out before the line, for each pointer that it follows.
    LeaveIfNull,
    /// Other code in place of a call of a function that is not told how much room there is, where its first
    /// argument is an array: `{to}` is that, `{more}` the other arguments.
    BoundCall { function: &'static str, with: &'static str },
    /// Another comparison in place of the nearest one before, which may be one off.
    Compare { with: &'static str, instead_of: &'static str },
}

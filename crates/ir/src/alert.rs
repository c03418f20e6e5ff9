//! Alerts: what another tool claims of a program, and what came of looking into it.
//!
//! Like findings they are plain data: who reads a report makes alerts, who judges them makes
//! judgements, and neither knows the other.

use crate::finding::Input;
use std::path::PathBuf;

/// A claim of some tool.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Alert {
    /// The tool, as it names itself.
    pub tool: String,
    /// The tool's own name for what it warns of; may be empty.
    pub rule: String,
    pub message: String,
    /// Weaknesses of the Common Weakness Enumeration that it names.
    pub cwe: Vec<u32>,
    pub place: Option<Lines>,
    /// The lines that it names besides: where its path goes, what belongs to it.
    pub way: Vec<Lines>,
}

/// Lines of a file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Lines {
    /// What the file may be called, the likeliest first. A relative one is the end of a path.
    pub files: Vec<PathBuf>,
    /// From 1.
    pub first: u32,
    pub last: u32,
}

/// What is true of an alert.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Judgement {
    /// It happens, with this input.
    Confirmed { rule: String, why: String, input: Vec<Input> },
    /// No input leads there, or none makes it happen.
    Unreachable { why: String },
    /// It is undecided, and what stood in the way.
    Unknown { why: Vec<String> },
}

impl Judgement {
    /// As reports name the verdict.
    pub fn verdict(&self) -> &'static str {
        match self {
            Judgement::Confirmed { .. } => "confirmed",
            Judgement::Unreachable { .. } => "unreachable",
            Judgement::Unknown { .. } => "unknown",
        }
    }

    pub fn unknown(why: impl Into<String>) -> Judgement {
        Judgement::Unknown { why: vec![why.into()] }
    }
}

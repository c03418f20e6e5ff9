//! Data that crosses a boundary, as it is told.

use margay_ir::SpanId;
use margay_ir::finding::Source;

/// Data that crosses a boundary which its label must not cross.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Crossing {
    /// The rule that is broken.
    pub rule: &'static str,
    /// The function that is the boundary.
    pub sink: String,
    /// What of it the data is, in words: `the command`.
    pub part: String,
    /// The label, as the user knows it.
    pub label: String,
    /// Weaknesses that fit; empty for those of the rule.
    pub cwe: Vec<u32>,
    /// Where the data came from, in the order in which it came.
    pub origins: Vec<Origin>,
    /// What it went through on its way, in order.
    pub through: Vec<(SpanId, String)>,
    /// What the input makes of it, as text.
    pub example: Option<String>,
    /// What else is to be said, in words; may be empty.
    pub detail: String,
}

/// An input that something was made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    pub source: Source,
    pub site: SpanId,
}

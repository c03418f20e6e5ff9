//! What is said where a path has come to where it was wanted. That is no defect, so it is in no
//! family and no list of rules.

use crate::claim::Claim;
use margay_engine::TARGET_REACHED;
use margay_ir::finding::Severity;
use margay_ir::rule::{Native, Rule, Then, Witness};

pub static REACHED: Rule = Rule {
    name: TARGET_REACHED,
    summary: "a path comes to where it is wanted",
    severity: Severity::Note,
    cwe: &[],
    native: Some(Native::always(Witness::Breakpoint, &[])),
    then: Then::GoesOn,
    explanation: "",
    ..Rule::BLANK
};

pub fn claim() -> Claim {
    Claim::new(&REACHED, "the target is reached").label("reached")
}

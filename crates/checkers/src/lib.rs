//! Checkers: what counts as a defect, one file for each family.
//!
//! A family's file is documentation first: its rules with their explanations, then how
//! what the engine saw becomes a claim in words.

use margay_ir::finding::Rule;

/// Every rule, in the order of their names.
pub fn rules() -> impl Iterator<Item = &'static Rule> {
    std::iter::empty()
}

//! Exploring: every path of a program, one after the other.
//!
//! Invariant: The same input gives the same report: work is counted, and nothing looks at a clock.
//!
//! Uses: `value`, `fault`, `code`, `state`, `judge`, `records`, `engine`, `merge`.

pub(crate) mod concretion;
pub(crate) mod ends;
pub(crate) mod entry;
pub(crate) mod knowledge;
pub(crate) mod search;
pub(crate) mod tree;
pub(crate) mod walk;

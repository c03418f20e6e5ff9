//! Where execution asks what can happen, and where what it finds is kept.
//!
//! Invariant: What is noted has an input that leads there; what a caller or unknown code decides is kept apart as doubt.
//!
//! Uses: `value`, `fault`, `code`, `state`.

pub(crate) mod answers;
pub(crate) mod doubt;
pub(crate) mod judging;
pub(crate) mod likelihood;
pub(crate) mod readable;
mod unchecked_results;

pub use judging::*;

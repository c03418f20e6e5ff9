//! How paths are led to where they are wanted: routes through loops, surveys, search backward.
//!
//! Invariant: Advice only: what is reached has been executed, and unreachable is said only of what was surveyed whole.
//!
//! Uses: `value`, `code`, `state`, `records`, `engine`.

pub(crate) mod backward;
pub(crate) mod route;
pub(crate) mod survey;
pub(crate) mod target;

//! Exploring: every path of a program, one after the other.
//!
//! Invariant: The same input gives the same report: work is counted, and nothing looks at a clock.
//!
//! Uses: `fault`, `code`, `state`, `judge`, `records`, `strategy`, `library`, `engine`, `tree`, `route`, `exec`, `loops`, `fork`, `merge`, `search`, `threads`, `reach`, `handover`.

mod again;
pub(crate) mod knowledge;
mod next;
mod survey;
mod walk;
mod wiring;

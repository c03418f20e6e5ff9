//! Where exploration starts: `main`, or another function, with unknown arguments.
//!
//! Invariant: A start state allows every call that its entry may get, within the limits that are set.
//!
//! Uses: `value`, `fault`, `library`, `state`, `judge`, `engine`, `exec`.

mod given;
mod start;

pub use start::Arguments;

//! Memory through addresses that may be symbolic or of unknown origin.
//!
//! Invariant: An access that is bad for some input is noted with it, and goes on for the others.
//!
//! Uses: `value`, `fault`, `memory`, `state`, `judge`.

pub(crate) mod pointers;
pub(crate) mod unknown;

pub use pointers::*;

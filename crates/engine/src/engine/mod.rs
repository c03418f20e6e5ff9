//! The engine: a program made ready to run, the states that start from it, and what is computed once for all paths.
//!
//! Invariant: No type of a room above is named here, and no method of one is called but by `hooks.rs`.
//!
//! Uses: `value`, `fault`, `memory`, `code`, `state`, `judge`, `access`, `records`, `library`.

pub(crate) mod answers;
pub(crate) mod branch_polarity;
pub(crate) mod doubt;
pub(crate) mod estimate;
pub(crate) mod forget;
pub(crate) mod hooks;
pub(crate) mod likelihood;
pub(crate) mod live;
pub(crate) mod parts;
pub(crate) mod prepare;

pub use prepare::*;

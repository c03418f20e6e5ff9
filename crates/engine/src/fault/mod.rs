//! What a program may do wrong, as data.
//!
//! Invariant: A fault names its rule and carries what a message needs; nothing here judges or words it.
//!
//! Uses: `value`.

pub(crate) mod crossing;
pub(crate) mod faults;
pub(crate) mod place;

pub use faults::*;

//! Operations over values of any kind: integers, floats, conversions.
//!
//! Invariant: What is known stays known; what is undefined for some values is a fault, not a panic.
//!
//! Uses: `value`, `fault`.

pub(crate) mod casts;
pub(crate) mod floats;
pub(crate) mod ints;

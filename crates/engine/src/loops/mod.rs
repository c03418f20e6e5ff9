//! The loops that a frame is in, and what happens where one begins, is closed or ends.
//!
//! Uses: `value`, `fault`, `memory`, `code`, `state`, `judge`, `engine`, `checks`, `tree`, `route`, `exec`.

pub(crate) mod acceleration;
pub(crate) mod counters;
pub(crate) mod crossing;
pub(crate) mod endless;
mod surveyed;
pub(crate) mod widen;

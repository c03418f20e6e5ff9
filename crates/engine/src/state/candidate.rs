//! A fault that was found after a widened loop, and is to be shown without.

use crate::state::widening::{Side, Widened};
use std::rc::Rc;

/// A fault that was found after a widened loop.
pub(crate) struct Candidate {
    pub first: Rc<Widened>,
    pub sides: Vec<Side>,
    pub steps: usize,
    /// Whether it depends on how often the loop iterated, and not only on what was asked since.
    pub hangs: bool,
}

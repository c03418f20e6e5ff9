//! The orders of turns that were followed.

use crate::state::interactions::Spot;
use std::collections::BTreeSet;

/// The orders of turns that were followed.
#[derive(Default)]
pub(crate) struct Followed {
    pub(crate) count: usize,
    pub(crate) operations: u64,
    /// Reads for which one was followed in which another thread wrote what they read, or did not.
    pub(crate) defined: BTreeSet<(Spot, bool)>,
}

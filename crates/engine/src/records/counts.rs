//! What happened on all paths, in numbers.

use margay_ir::finding::{InterleavingCounts, LoopCounts};

/// What happened on all paths, in numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// States that a choice made beside the one that made it.
    pub forks: u64,
    /// States that were merged into others.
    pub merged: u64,
    /// States that were not followed, since an equal one was.
    pub folded: u64,
    pub loops: LoopCounts,
    /// Symbols that the path left one value.
    pub made_concrete: u64,
    pub interleavings: InterleavingCounts,
}

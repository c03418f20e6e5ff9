//! What it took to come to where others had been.

/// What it took to come to where others had been.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Resumed {
    /// States that were taken up.
    pub paths: u64,
    /// Operations that were executed again, and choices that were made again.
    pub steps: u64,
    pub choices: u64,
    /// Queries that were asked on the path.
    pub queries: u64,
    /// States that lost their start path.
    pub lost: u64,
}

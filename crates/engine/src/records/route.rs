//! What a path is to do, as a survey tells.

use crate::state::navigation::EdgeCounts;
use margay_ir::{FuncId, LoopId};

/// Queries that following a route may take, and those for each edge that it says to take.
pub(crate) const QUERIES: u64 = 256;

pub(crate) const QUERIES_FOR_EDGE: u64 = 4;

/// What a path is to do, as a survey tells.
#[derive(Debug, Default)]
pub(crate) struct Route {
    /// In each stay in a loop, one after the other.
    pub(crate) legs: Vec<Leg>,
    /// In all code that is in no loop.
    pub(crate) between: EdgeCounts,
}

impl Route {
    /// As many as a state asks that does what the route says, and some more.
    pub fn queries(&self) -> u64 {
        let all = self.legs.iter().flat_map(|leg| leg.wanted.values()).chain(self.between.values());
        let edges = all.copied().fold(0, u64::saturating_add);
        edges.saturating_mul(QUERIES_FOR_EDGE).saturating_add(QUERIES)
    }
}

#[derive(Debug)]
pub(crate) struct Leg {
    pub(crate) function: FuncId,
    pub(crate) id: LoopId,
    pub(crate) wanted: EdgeCounts,
    /// What of that comes in any iteration; the rest in those that the survey executed.
    pub(crate) counted: EdgeCounts,
}

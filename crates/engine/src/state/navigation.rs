//! Where a path is on its route to what is wanted, or what a survey has seen.

use crate::code::shape::Edge;
use crate::state::log::Log;
use margay_ir::{FuncId, LoopId};
use margay_smt::Bv;
use std::collections::BTreeMap;
use std::rc::Rc;

/// How often edges are taken, by function.
pub(crate) type EdgeCounts = BTreeMap<(FuncId, Edge), u64>;

/// Where a state is on its route, or what a survey has seen on its path.
#[derive(Clone, Default)]
pub(crate) struct Navigation {
    /// The stays that are over, in a survey.
    pub(crate) stays: Log<Stay>,
    /// The stay in a loop that is around all others.
    pub(crate) now: Option<Stay>,
    /// The legs of the route that it has completed.
    pub(crate) legs: usize,
    /// Edges that it took between loops.
    pub(crate) between: Rc<EdgeCounts>,
    /// How often it did something else than its route says.
    pub(crate) strayed: u64,
}

/// A stay in a loop.
#[derive(Clone)]
pub(crate) struct Stay {
    /// The call that is in the loop.
    pub(crate) frame: u64,
    pub(crate) function: FuncId,
    pub(crate) id: LoopId,
    /// The leg of the route that it is on.
    pub(crate) leg: Option<usize>,
    pub(crate) taken: Rc<EdgeCounts>,
    /// Counters of edges that were taken beside those.
    pub(crate) counted: Rc<Vec<(Edge, Bv)>>,
    /// How often loops iterated, the inner ones last.
    pub(crate) rounds: Rc<Vec<Bv>>,
}

impl Stay {
    pub(crate) fn is_of(&self, frame: u64, id: LoopId) -> bool {
        (self.frame, self.id) == (frame, id)
    }
}

impl Navigation {
    /// Whether the loop around all others that it is in is this one.
    pub fn is_in(&self, frame: u64, id: LoopId) -> bool {
        self.now.as_ref().is_some_and(|stay| stay.is_of(frame, id))
    }

    /// Edges were taken in a frame as often as counters say.
    pub fn count(
        &mut self,
        frame: u64,
        edges: impl Iterator<Item = (Edge, Bv)>,
        rounds: impl Iterator<Item = Bv>,
    ) {
        if let Some(stay) = self.now.as_mut().filter(|stay| stay.frame == frame) {
            Rc::make_mut(&mut stay.counted).extend(edges);
            Rc::make_mut(&mut stay.rounds).extend(rounds);
        }
    }
}

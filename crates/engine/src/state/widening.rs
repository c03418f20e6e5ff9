//! Where a path went on without counting the iterations of a loop.

use crate::state::State;
use crate::state::log::Log;
use margay_ir::{FuncId, LoopId};
use std::rc::Rc;

/// Where a path went on without counting.
#[derive(Clone)]
pub(crate) struct Widened {
    /// The state before it, about to begin another iteration.
    pub before: State,
    /// The call that is in the loop, and the loop.
    pub(crate) frame: u64,
    pub(crate) id: LoopId,
}

/// A side that a branch took.
pub(crate) type Side = (FuncId, usize, bool);

/// What was forgotten on a path, since loops were not counted.
#[derive(Clone, Default)]
pub(crate) struct Widening {
    /// The first loop that was widened.
    pub first: Option<Rc<Widened>>,
    /// The sides that were taken since.
    pub sides: Log<Side>,
    /// The steps of the path are used up: its loops are not followed any further.
    pub exhausted: bool,
}

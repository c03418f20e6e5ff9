//! How paths are sought that are wanted somewhere, and how near they have come.

use crate::records::backward::Backward;
use crate::records::nearness::Nearness;
use crate::strategy::Searcher;
use margay_ir::SpanId;
use std::rc::Rc;

/// How paths are sought that are wanted somewhere.
pub(crate) struct Pursuit {
    pub searcher: Box<dyn Searcher>,
    /// Whether it matters how near code is that no path has reached.
    pub looks_for_new: bool,
    pub backward: Option<Backward>,
    /// How many states were put away.
    pub put_away: u64,
    /// How often it was changed what is wanted.
    pub wanted: u64,
}

/// How near a path has come to where it was wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Nearest {
    /// Instructions on the shortest path that the code has from there, be it one that no input takes.
    pub steps: u32,
    pub place: SpanId,
}

/// How near paths have come so far.
pub(crate) struct Approach {
    /// To the target itself, whatever else is wanted on the way.
    pub(crate) nearness: Rc<Nearness>,
    pub(crate) nearest: Option<Nearest>,
}

impl Pursuit {
    /// As a searcher says, from where paths begin.
    pub fn new(searcher: Box<dyn Searcher>) -> Pursuit {
        Pursuit { searcher, looks_for_new: false, backward: None, put_away: 0, wanted: 0 }
    }
}

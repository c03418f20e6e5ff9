//! The states that wait.

use crate::records::explored::Explored;
use crate::records::origin::Origin;
use crate::records::part::{End, Leaf};
use crate::records::region::Region;
use crate::records::spot::Frames;
use crate::state::State;
use crate::strategy::Candidate;
use margay_ir::{BlockId, FuncId};
use std::collections::HashMap;

/// The states that wait.
#[derive(Default)]
pub(crate) struct Frontier {
    pub(crate) waiting: Vec<Waiting>,
    /// How many of them are here as they are.
    pub(crate) here: usize,
    /// How much had been reached when the distances were found.
    pub(crate) reached: u64,
    /// How often it had been changed then what is wanted.
    pub(crate) wanted: u64,
    /// No state that waits leads to what is not reached.
    pub(crate) exhausted: bool,
    /// How many states were put away at a place.
    pub(crate) crowds: HashMap<Vec<(FuncId, Option<BlockId>)>, u32>,
    /// The merge group: paths that are followed together, and go first.
    pub region: Option<Region>,
    /// What had come of the exploration where it went on from again, if it just did.
    pub undone: Option<Explored>,
    /// Other merge groups that were handed over. They go after that one.
    pub handed_regions: Vec<Leaf>,
    /// Where those begin again that are kept as start paths, and places on the path.
    pub origin: Option<Origin>,
}

pub(crate) struct Waiting {
    pub(crate) kept: Kept,
    pub(crate) frames: Frames,
    pub(crate) distance: u32,
    /// What is added to the distance, since others were there before.
    pub(crate) crowd: u32,
    /// What a strategy knows of it.
    pub(crate) about: Candidate,
}

pub(crate) enum Kept {
    Here(Box<State>),
    /// It comes back when it is followed. Its frames are beside it.
    Away(Box<End>),
}

impl Frontier {
    pub fn len(&self) -> usize {
        let region = self.region.as_ref().map_or(0, Region::len);
        let regions: usize = self.handed_regions.iter().map(|leaf| leaf.ends.len()).sum();
        self.waiting.len() + region + regions
    }

    /// What start paths begin at, while they are followed.
    pub fn take_origin(&mut self) -> Origin {
        self.origin.take().expect("there are start paths only where there is an origin")
    }

    /// The states that wait here. Others are kept as what was told them, or belong to another engine.
    pub fn states(&self) -> impl Iterator<Item = &State> {
        let waiting = self.waiting.iter().filter_map(|waiting| match &waiting.kept {
            Kept::Here(state) => Some(&**state),
            Kept::Away(_) => None,
        });
        waiting.chain(self.region.iter().flat_map(Region::states))
    }

    /// How many states wait, those of the merge group not among them.
    pub fn count_waiting(&self) -> usize {
        self.waiting.len()
    }

    /// Drops those that were put away after so many.
    pub fn drop_waiting(&mut self, kept: usize) {
        let dropped = self.waiting.drain(kept.min(self.waiting.len())..);
        self.here -= dropped.filter(|waiting| matches!(waiting.kept, Kept::Here(_))).count();
    }

    /// Whether paths are merged in a way that may be undone: then none is handed over.
    pub fn may_be_undone(&self) -> bool {
        self.region.as_ref().is_some_and(Region::merges_all)
    }

    /// How many states can be handed over one by one; those of a merge group count as one.
    pub fn leaves(&self) -> usize {
        self.waiting.len() + usize::from(self.region.is_some()) + self.handed_regions.len()
    }
}

//! The merge group: paths that are followed together, so that they can be merged where they meet.

use crate::records::counts::Counts;
use crate::records::explored::Explored;
use crate::state::State;
use margay_ir::{FuncId, LoopId};
use std::cmp::Ordering;
use std::collections::HashMap;

pub(crate) struct Region {
    /// The state that made the first choice.
    pub(crate) base: State,
    pub(crate) members: Vec<Member>,
    /// Where the function returns to.
    pub(crate) end: Position,
    /// The choice.
    pub(crate) opened: (FuncId, usize),
    pub(crate) steps: u64,
    pub(crate) queries: u64,
    /// How often paths met since then and stayed apart.
    pub(crate) apart: u32,
    /// All paths that can be merged are, those included that are better kept apart.
    pub(crate) merges_all: Option<Undo>,
}

/// What there was when a region began to merge all.
pub(crate) struct Undo {
    pub(crate) members: Vec<Member>,
    pub(crate) work: u64,
    pub(crate) queries: u64,
    pub(crate) undecided: u64,
    pub(crate) ended: u64,
    pub(crate) counts: Counts,
    pub(crate) widenings: HashMap<(FuncId, LoopId), u32>,
    /// How many states waited outside of the region.
    pub(crate) waiting: usize,
    /// What had come of the exploration, if that was noted yet.
    pub(crate) explored: Option<Explored>,
}

#[derive(Clone)]
pub(crate) struct Member {
    pub(crate) state: State,
    pub(crate) at: Position,
    /// It stands where paths meet.
    pub(crate) meets: bool,
    /// It has not been merged there.
    pub(crate) waits: bool,
}

impl Region {
    pub fn len(&self) -> usize {
        self.members.len()
    }

    pub fn states(&self) -> impl Iterator<Item = &State> {
        self.members.iter().map(|member| &member.state)
    }

    /// The state before the choice, where the choice was, and the paths, each with whether it stands
    /// where paths meet.
    pub fn into_parts(self) -> (State, (FuncId, usize), Vec<(State, bool)>) {
        let members = self.members.into_iter().map(|member| (member.state, member.waits));
        (self.base, self.opened, members.collect())
    }

    /// What is counted since paths were merged is counted from here on.
    pub(crate) fn start_anew(&mut self, queries: u64) {
        (self.steps, self.queries, self.apart) = (0, queries, 0);
    }

    /// Whether it merges all that can be, which may be undone.
    pub fn merges_all(&self) -> bool {
        self.merges_all.is_some()
    }

    /// Keeps what had come of the exploration when it began to merge all.
    pub fn note_explored(&mut self, explored: &Explored) {
        if let Some(undo) = &mut self.merges_all {
            undo.explored.get_or_insert_with(|| explored.clone());
        }
    }

    /// So many operations were executed on one of its paths.
    pub fn spend(&mut self, steps: u64) {
        self.steps += steps;
    }
}

/// Where a state stands in the order of the code.
///
/// For each call, the outermost first: for each loop that it is in its header and the iteration, then the block and the
/// operation. Of two states the one with the lesser number where they first differ is the earlier one; if there is
/// none, the one that has more numbers: it is in a call, or in a loop, that the other has left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Position(pub(crate) Vec<u64>);

impl Ord for Position {
    fn cmp(&self, other: &Self) -> Ordering {
        let shared = self.0.len().min(other.0.len());
        self.0[..shared].cmp(&other.0[..shared]).then(other.0.len().cmp(&self.0.len()))
    }
}

impl PartialOrd for Position {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

//! Where start paths begin.

use crate::state::State;
use crate::state::start_path::LinkId;
use std::collections::{HashMap, HashSet};

/// Where start paths begin.
pub(crate) struct Origin {
    /// The state at the entry.
    pub(crate) start: State,
    /// States on the start paths of others, some hundred choices from each other.
    pub(crate) checkpoints: HashMap<LinkId, State>,
    /// Choices since the last one.
    pub(crate) passed: u32,
    /// Where states stand that are followed because others lost their start path after them.
    pub(crate) followed: HashSet<LinkId>,
    /// The choice before which a state is wanted, and that state.
    pub(crate) wanted_base: Option<LinkId>,
    pub(crate) base: Option<State>,
}

/// Choices between two states that are kept on the start paths of others.
pub(crate) const CHECKPOINT: u32 = 256;

/// States that are kept so.
pub(crate) const MOST_CHECKPOINTS: usize = 1024;

impl Origin {
    pub fn new(start: State) -> Origin {
        let (checkpoints, followed) = (HashMap::new(), HashSet::new());
        Origin { start, checkpoints, passed: 0, followed, wanted_base: None, base: None }
    }

    /// A state has gone past a choice.
    pub(crate) fn pass(&mut self, state: &State) {
        self.passed += 1;
        if self.passed >= CHECKPOINT {
            self.passed = 0;
            if self.checkpoints.len() >= MOST_CHECKPOINTS {
                self.checkpoints.clear();
            }
            let mut kept = state.clone();
            kept.history.stop();
            self.checkpoints.insert(kept.history.id(), kept);
        }
    }
}

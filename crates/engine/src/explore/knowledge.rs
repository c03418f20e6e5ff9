//! What engines that share an exploration know of each other's work.
//!
//! It says nothing of values: it is what was reached and noted, and what was tried often or in vain. An
//! engine that knows more looks elsewhere.

use crate::code::coverage::Reached;
use crate::engine::Engine;
use crate::judge::Noted;
use crate::records::ends::KnownEdges;
use margay_ir::{FuncId, LoopId};
use std::collections::{BTreeMap, HashMap, HashSet};

#[derive(Clone, Default)]
pub struct Knowledge {
    pub reached: Reached,
    /// Faults that were noted, and how many steps their shortest paths have.
    noted: BTreeMap<Noted, usize>,
    /// What the paths cover that were noted.
    edges: KnownEdges,
    /// Choices after which merging the paths failed.
    failed_merges: HashSet<(FuncId, usize)>,
    /// How often loops were widened.
    widenings: HashMap<(FuncId, LoopId), u32>,
}

impl Knowledge {
    /// Whether a fault was noted.
    pub fn has_noted(&self, fault: &Noted) -> bool {
        self.noted.contains_key(fault)
    }

    /// Adds what an engine has learned that began with what was known `before`.
    pub fn join(&mut self, other: Knowledge, before: &Knowledge) {
        self.reached.join(&other.reached);
        for (fault, steps) in other.noted {
            let best = self.noted.entry(fault).or_insert(steps);
            *best = steps.min(*best);
        }
        self.edges.join(&other.edges);
        self.failed_merges.extend(other.failed_merges);
        for (key, count) in other.widenings {
            let known = before.widenings.get(&key).copied().unwrap_or(0);
            *self.widenings.entry(key).or_default() += count.saturating_sub(known);
        }
    }
}

impl Engine<'_> {
    /// Begins with what is known.
    pub fn learn(&mut self, known: &Knowledge) {
        let Knowledge { reached, noted, edges, failed_merges, widenings } = known.clone();
        self.reached = reached;
        self.judge.seen = noted;
        if let Some(ends) = &mut self.ends {
            ends.known = edges;
        }
        (self.merging.failed_merges, self.looping.widenings) = (failed_merges, widenings);
    }

    pub fn knowledge(&self) -> Knowledge {
        Knowledge {
            reached: self.reached.clone(),
            noted: self.judge.seen.clone(),
            edges: self.ends.as_ref().map_or_else(KnownEdges::default, |ends| ends.known.clone()),
            failed_merges: self.merging.failed_merges.clone(),
            widenings: self.looping.widenings.clone(),
        }
    }
}

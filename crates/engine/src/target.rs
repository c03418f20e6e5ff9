//! Where execution is wanted: instructions that end a path when it comes to one of them. And where
//! it is looked at closely: reads that are judged by what they read.

use crate::backward::Backward;
use crate::engine::Engine;
use crate::nearness::Nearness;
use crate::strategy::{Direction, Forward, Plan, Strategy, strategy};
use margay_ir::{FuncId, InstId};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Target {
    insts: BTreeMap<FuncId, BTreeSet<InstId>>,
}

impl Target {
    /// The functions that hold what is wanted.
    pub fn functions(&self) -> impl Iterator<Item = FuncId> + '_ {
        self.insts.keys().copied()
    }

    pub fn iter(&self) -> impl Iterator<Item = (FuncId, InstId)> + '_ {
        self.insts.iter().flat_map(|(function, insts)| insts.iter().map(|inst| (*function, *inst)))
    }

    /// The instructions of a function that are wanted.
    pub fn within(&self, function: FuncId) -> Option<&BTreeSet<InstId>> {
        self.insts.get(&function)
    }
}

/// How paths are sought that are wanted somewhere.
pub(crate) struct Pursuit {
    pub strategy: Box<dyn Strategy>,
    /// Whether it matters how near code is that no path has reached.
    pub looks_for_new: bool,
    pub backward: Option<Backward>,
    /// How many states were put away.
    pub put_away: u64,
    /// How often it was changed what is wanted.
    pub wanted: u64,
}

impl FromIterator<(FuncId, InstId)> for Target {
    fn from_iter<T: IntoIterator<Item = (FuncId, InstId)>>(wanted: T) -> Target {
        let mut target = Target::default();
        for (function, inst) in wanted {
            target.insts.entry(function).or_default().insert(inst);
        }
        target
    }
}

impl Engine<'_> {
    /// So many paths are wanted there: search goes that way, and ends when they have come there. If
    /// it is more than one, each has a course of its own, and paths must not be merged. To be called
    /// before any code is decoded.
    pub fn seek(&mut self, target: &Target, paths: usize) {
        self.paths_wanted = paths;
        self.nearness = Some(Nearness::new(self.program, target));
        self.target = Rc::new(target.clone());
    }

    /// What is followed next is chosen as a plan says. To be called when paths are wanted somewhere.
    pub fn pursue(&mut self, plan: Plan, seed: u64) {
        let backward = match plan.direction {
            Direction::Forward => None,
            direction => Some(Backward::new(self, direction)),
        };
        // What happens to functions by themselves is no finding.
        self.judge.ignores_alone = backward.is_some();
        let strategy = strategy(plan.forward, seed);
        let looks_for_new = plan.forward == Forward::Klee;
        self.pursuit = Some(Pursuit { strategy, looks_for_new, backward, put_away: 0, wanted: 0 });
    }

    /// Reads of what was never written, and of pointers to what was freed, are noted there, be the
    /// value used or not. To be called before any code is decoded.
    pub fn inspect_reads(&mut self, reads: &Target) {
        self.inspected = Rc::new(reads.clone());
    }

    /// Whether paths were wanted somewhere, and as many have come there.
    pub(crate) fn has_come_there(&self) -> bool {
        self.nearness.is_some() && self.judge.arrived() >= self.paths_wanted
    }
}

//! Where execution is wanted: instructions that end a path when it comes to one of them. And where
//! it is looked at closely: reads that are judged by what they read.

use crate::engine::Engine;
use crate::nearness::Nearness;
use margay_ir::{FuncId, InstId};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Target {
    insts: BTreeMap<FuncId, BTreeSet<InstId>>,
}

impl Target {
    /// The instructions of a function that are wanted.
    pub fn within(&self, function: FuncId) -> Option<&BTreeSet<InstId>> {
        self.insts.get(&function)
    }
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
    /// Paths are wanted there: search goes that way, and ends when one has come there. To be called
    /// before any code is decoded.
    pub fn seek(&mut self, target: &Target) {
        self.nearness = Some(Nearness::new(self.program, target));
        self.target = Rc::new(target.clone());
    }

    /// Reads of what was never written, and of pointers to what was freed, are noted there, be the
    /// value used or not. To be called before any code is decoded.
    pub fn inspect_reads(&mut self, reads: &Target) {
        self.inspected = Rc::new(reads.clone());
    }

    /// Whether paths were wanted somewhere, and one has come there.
    pub(crate) fn has_come_there(&self) -> bool {
        self.nearness.is_some() && self.judge.has_target()
    }
}

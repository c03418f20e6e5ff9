//! Instructions of a program that something is wanted of: that paths come there, or that reads are judged there by
//! what they read.

use margay_ir::{FuncId, InstId};
use std::collections::{BTreeMap, BTreeSet};

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

impl FromIterator<(FuncId, InstId)> for Target {
    fn from_iter<T: IntoIterator<Item = (FuncId, InstId)>>(wanted: T) -> Target {
        let mut target = Target::default();
        for (function, inst) in wanted {
            target.insts.entry(function).or_default().insert(inst);
        }
        target
    }
}
